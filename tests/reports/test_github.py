"""The log, the summary and the Classroom result of GitHub Actions: exactly our own commands are obeyed."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from grader.plugins import reports
from grader.reports.github import SUMMARY_BYTES, classroom_result, step_summary
from tests.reports import sample
from tests.reports.hostile_texts import HOSTILE, batch_of, everywhere
from tests.reports.runner import Obeyed, obeyed

REPORT = reports()["github"]
TERMINAL = reports()["terminal"]


def test_a_failure_is_an_error_at_its_line() -> None:
    assert obeyed(REPORT.one(sample.result([["RTE"]]), {"folder": "week 1, a:b"})) == [
        Obeyed(
            "error",
            {"file": "week 1, a:b/board.py", "line": "9", "col": "16", "title": "Valid boards: valid 1: a full board"},
            "The program stopped with IndexError: string index out of range.",
        )
    ]


def test_remarks_are_warnings_after_the_failures_and_what_came_of_it_is_still_said() -> None:
    lines = REPORT.one(sample.styled(), {}).splitlines()[:4]
    assert [line.partition(" ")[0] for line in lines] == ["::warning", "::warning", "::warning", "::error"]
    failed = sample.styled()
    failed["parts"][0] = sample.result([["RTE"]])["parts"][0]
    lines = REPORT.one(failed, {"most": 2}).splitlines()[:3]
    assert [line.partition(" ")[0] for line in lines[:2]] == ["::error", "::warning"]
    assert lines[2].startswith("::stop-commands::")


def test_a_failure_without_a_line_has_no_file() -> None:
    (found,) = obeyed(REPORT.one(sample.result([["WA"]]), {"folder": "x"}))
    assert found.properties == {"title": "Valid boards: valid 1: a full board"}


def test_failures_with_a_line_come_first_and_no_more_than_are_shown() -> None:
    found = obeyed(REPORT.one(sample.result([["WA"] * 30 + ["RTE"]]), {}))
    assert len(found) == 10
    assert found[0].properties["line"] == "9"


def test_an_accepted_submission_is_a_notice() -> None:
    assert obeyed(REPORT.one(sample.accepted(), {})) == [
        Obeyed("notice", {"title": "Boards and games: student-001"}, "Accepted, 10 of 10 points")
    ]


def test_an_ungraded_submission_is_an_error_with_the_reason() -> None:
    expected = Obeyed(
        "error",
        {"title": "Boards and games: student-001"},
        "Not graded: Two files could be the main file: board.py and main.py.",
    )
    assert obeyed(REPORT.one(sample.ungraded(), {})) == [expected]
    assert obeyed(REPORT.many(batch_of([sample.accepted(2), sample.ungraded()]), {})) == [expected]


def test_the_text_stands_between_stop_commands_and_a_token_that_is_not_in_it() -> None:
    result = sample.result([["WA"]])
    lines = REPORT.one(result, {}).splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("::stop-commands::"))
    token = lines[start].removeprefix("::stop-commands::")
    assert lines[-1] == f"::{token}::"
    assert lines[start + 1 : -1] == TERMINAL.one(result, {}).rstrip("\n").splitlines()
    assert not any(token in line for line in lines[start + 1 : -1])
    assert len(token) == 64


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_exactly_our_own_commands_are_obeyed_whatever_a_student_wrote(text: str) -> None:
    graded, unbuilt, ungraded = everywhere(text)
    found = [obeyed(REPORT.one(one, {})) for one in (graded, unbuilt, ungraded)]
    assert [[one.name for one in commands] for commands in found[1:]] == [["error"], ["error"]]
    assert {one.name for one in found[0]} == {"error"}
    for one in [command for commands in found for command in commands]:
        assert set(one.properties) <= {"file", "line", "col", "title"}
        assert one.properties.get("line", "3") in ("1", "3")
    assert [one.name for one in obeyed(REPORT.many(batch_of([graded, unbuilt, ungraded]), {}))] == ["error"]


def test_the_summary_is_the_report_in_markdown() -> None:
    result = sample.every_verdict()
    assert step_summary(result) == reports()["markdown"].one(result, {})
    batch = batch_of([result, sample.ungraded(2)])
    assert step_summary(batch) == reports()["markdown"].many(batch, {})


def test_a_summary_that_is_too_long_is_cut_between_sections_and_says_so() -> None:
    result = sample.result([["WA"]])
    part = result["parts"][0]
    part["tests"][0] |= {"input": "€\n" * 2_000, "actual": "x```\n" * 700}
    result["parts"] = [part] * 600
    summary = step_summary(result)
    assert len(summary.encode("utf-8")) <= SUMMARY_BYTES
    whole = reports()["markdown"].one(result, {})
    if len(whole.encode("utf-8")) > SUMMARY_BYTES:
        assert summary.endswith("\n\nThe rest is left out: it is too long for a summary.\n")
    big = batch_of([sample.accepted(number) for number in range(1, 400)])
    for one in big["results"]:
        one["submission"]["id"] = "s" * 4_000
    cut = step_summary(big)
    assert SUMMARY_BYTES / 2 < len(cut.encode("utf-8")) <= SUMMARY_BYTES
    assert cut.endswith("\n\nThe rest is left out: it is too long for a summary.\n")


def classroom(result: dict[str, Any]) -> Any:
    return json.loads(base64.b64decode(classroom_result(result), validate=True))


def test_the_classroom_result_has_a_test_for_each_part_that_counts() -> None:
    result = sample.result([["AC"], ["AC", "WA"], ["WA"]])
    result["parts"][2]["counted"] = False
    common = {"test_code": "", "filename": "", "line_no": 0, "execution_time": "0.1s"}
    assert classroom(result) == {
        "version": 1,
        "status": "fail",
        "max_score": 9.0,
        "tests": [
            {"name": "valid", "status": "pass", "message": "Accepted", "score": 4.0, **common},
            {"name": "winner", "status": "fail", "message": "Wrong answer", "score": 1.0, **common},
        ],
    }
    assert classroom(sample.accepted())["status"] == "pass"


def test_the_classroom_result_of_what_is_ungraded_is_an_error_out_of_no_points() -> None:
    assert classroom(sample.ungraded()) == {"version": 1, "status": "error", "max_score": 0, "tests": []}


@pytest.mark.parametrize("text", [text for text in HOSTILE.values() if len(text.strip()) > 2])
def test_the_classroom_result_holds_no_text_of_a_student(text: str) -> None:
    assert all(text not in json.dumps(classroom(result), ensure_ascii=False) for result in everywhere(text))


def test_the_classroom_result_of_several_tasks_adds_them_up_and_names_the_task() -> None:
    other = sample.result([["WA"]])
    other["problem"] = {**other["problem"], "id": "other"}
    read = json.loads(base64.b64decode(classroom_result(sample.accepted(), other)))
    assert (read["status"], read["max_score"]) == ("fail", 14.0)
    assert [test["name"] for test in read["tests"]] == [
        "boards: valid",
        "boards: winner",
        "boards: count",
        "boards: dialogue",
        "other: valid",
    ]
    with_ungraded = json.loads(base64.b64decode(classroom_result(sample.accepted(), sample.ungraded())))
    assert (with_ungraded["status"], with_ungraded["max_score"]) == ("error", 10.0)


def test_the_summary_of_several_tasks_has_all_of_them_within_the_room_that_is_left() -> None:
    whole = step_summary(sample.accepted(), sample.ungraded())
    assert whole.count("## Boards and games\n") == 2
    short = step_summary(sample.accepted(), sample.ungraded(), most_bytes=150)
    assert len(short.encode("utf-8")) <= 150
    assert short.endswith("The rest is left out: it is too long for a summary.\n")


def test_no_more_errors_are_annotated_than_are_asked_for() -> None:
    assert len(obeyed(REPORT.one(sample.result([["WA"] * 30]), {"most": 3}))) == 3


@pytest.mark.parametrize("most_bytes", [-5, 0, 50, 53, 60, 400, 900])
def test_a_summary_takes_no_more_than_its_room_also_where_text_is_kept_from_commanding(most_bytes: int) -> None:
    result = sample.result([["WA"] * 3])
    for test in result["parts"][0]["tests"]:
        test["actual"] = "::error::x\n" * 30
    assert len(step_summary(result, most_bytes=most_bytes).encode("utf-8")) <= max(most_bytes, 0)
