"""SARIF 2.1.0 and GitLab's code quality: what failed at a line of the student's files, in the form of each."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest
from sarif_pydantic import Sarif

from grader import __version__
from grader.plugins import reports
from grader.redact import for_student
from tests.reports import sample
from tests.reports.hostile_texts import HOSTILE, batch_of, everywhere

SARIF = reports()["sarif"]
GITLAB = reports()["gitlab"]


def closed(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    properties = {**required, **(optional or {})}
    return {"type": "object", "additionalProperties": False, "required": list(required), "properties": properties}


TEXT = {"type": "string"}
LINE = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = closed({"text": TEXT})
# The parts of the specification that we use (sections 3.13 to 3.30), written from it.
SARIF_FORM = closed(
    {
        "$schema": {"type": "string", "pattern": "^https://"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": closed(
                {
                    "tool": closed(
                        {
                            "driver": closed(
                                {
                                    "name": TEXT,
                                    "version": TEXT,
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": closed(
                                            {
                                                "id": TEXT,
                                                "shortDescription": MESSAGE,
                                                "defaultConfiguration": closed({"level": LEVEL}),
                                            }
                                        ),
                                    },
                                }
                            )
                        }
                    ),
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "invocations": {"type": "array", "items": closed({"executionSuccessful": {"type": "boolean"}})},
                    "results": {
                        "type": "array",
                        "items": closed(
                            {
                                "ruleId": TEXT,
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": LEVEL,
                                "message": MESSAGE,
                                "locations": {
                                    "type": "array",
                                    "minItems": 1,
                                    "maxItems": 1,
                                    "items": closed(
                                        {
                                            "physicalLocation": closed(
                                                {
                                                    "artifactLocation": closed({"uri": TEXT}),
                                                    "region": closed(
                                                        {"startLine": LINE},
                                                        {"startColumn": LINE, "snippet": MESSAGE},
                                                    ),
                                                }
                                            )
                                        }
                                    ),
                                },
                                "partialFingerprints": {"type": "object", "additionalProperties": TEXT},
                            }
                        ),
                    },
                }
            ),
        },
    }
)
GITLAB_FORM = {
    "type": "array",
    "items": closed(
        {
            "description": TEXT,
            "check_name": TEXT,
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": closed({"path": TEXT, "lines": closed({"begin": LINE})}),
        }
    ),
}


def run_of(text: str) -> Any:
    log = json.loads(text)
    jsonschema.Draft202012Validator(SARIF_FORM).validate(log)
    (run,) = log["runs"]
    for one in run["results"]:
        assert run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"]
    return run


def places(text: str) -> list[tuple[str, str, int]]:
    return [
        (one["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"])
        for one in run_of(text)["results"]
        for place in [one["locations"][0]["physicalLocation"]]
    ]


def entries(text: str) -> Any:
    listed = json.loads(text)
    jsonschema.Draft202012Validator(GITLAB_FORM).validate(listed)
    fingerprints = [entry["fingerprint"] for entry in listed]
    assert len(set(fingerprints)) == len(fingerprints)
    return listed


def test_a_failure_at_a_line_is_told_with_its_place() -> None:
    run = run_of(SARIF.one(sample.result([["AC", "WA", "RTE"]]), {}))
    assert run["tool"]["driver"]["version"] == __version__
    (one,) = run["results"]
    assert one.pop("partialFingerprints").keys() == {"graderFinding/v1"}
    assert one == {
        "ruleId": "RTE",
        "ruleIndex": 1,
        "level": "error",
        "message": {
            "text": "Valid boards: valid 3: too many crosses: "
            "The program stopped with IndexError: string index out of range."
        },
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "board.py"},
                    "region": {
                        "startLine": 9,
                        "startColumn": 16,
                        "snippet": {"text": "if all(board[int(i)] == player for i in line):"},
                    },
                }
            }
        ],
    }


def test_what_can_not_be_built_is_told_once_at_its_line() -> None:
    assert places(SARIF.one(sample.unbuilt(), {})) == [("CE", "Board.java", 12)]
    (entry,) = entries(GITLAB.one(sample.unbuilt(), {}))
    assert len(entry.pop("fingerprint")) == 64
    assert entry == {
        "description": "Can't be run: Line 12 of Board.java: a semicolon is missing at the end.",
        "check_name": "grader-CE",
        "severity": "blocker",
        "location": {"path": "Board.java", "lines": {"begin": 12}},
    }


def test_what_linters_and_compilers_remark_is_a_warning_at_its_line_and_no_failure() -> None:
    run = run_of(SARIF.one(sample.styled(), {}))
    assert [(one["ruleId"], one["level"], one["message"]["text"]) for one in run["results"]] == [
        ("compiler-warning", "warning", "the compiler warns: warning: unused variable"),
        ("LongLine", "warning", "Style: LongLine: This line has 131 characters."),
        ("MagicNumber", "warning", "Style: MagicNumber: '9' is a magic number."),
    ]
    assert [place[1:] for place in places(SARIF.one(sample.styled(), {}))] == [
        ("board.py", 12),
        ("board.py", 3),
        ("board.py", 9),
    ]
    levels = {one["id"]: one["defaultConfiguration"]["level"] for one in run["tool"]["driver"]["rules"]}
    assert (levels["MagicNumber"], levels["WA"]) == ("warning", "error")
    assert [(entry["check_name"], entry["severity"]) for entry in entries(GITLAB.one(sample.styled(), {}))] == [
        ("grader-compiler-warning", "minor"),
        ("grader-LongLine", "minor"),
        ("grader-MagicNumber", "minor"),
    ]


def test_what_a_linter_says_of_a_hidden_test_reaches_no_student() -> None:
    result = sample.styled()
    result["parts"][1]["tests"][0]["hidden"] = True
    assert places(SARIF.one(for_student(result), {})) == []
    assert len(places(SARIF.one(for_student(sample.styled()), {}))) == 3


def test_all_errors_of_a_compiler_are_told() -> None:
    result = sample.unbuilt()
    result["build"]["log"] += "Board.java:3: error: no such symbol\nBoard.java:5: warning: odd\n"
    assert places(SARIF.one(result, {})) == [
        ("CE", "Board.java", 12),
        ("CE", "Board.java", 3),
        ("compiler-warning", "Board.java", 5),
    ]


def test_what_is_missing_is_told_at_the_beginning_of_the_main_file() -> None:
    assert places(SARIF.one(sample.result([["CE"]]), {})) == [("CE", "board.py", 1)]


@pytest.mark.parametrize("file", ["other.py", "/etc/passwd", "../board.py", "//hostile.invalid/board.py"])
def test_a_place_outside_of_the_submission_is_no_place(file: str) -> None:
    result = sample.result([["RTE"]])
    result["parts"][0]["tests"][0]["location"]["file"] = file
    assert places(SARIF.one(result, {})) == []
    assert entries(GITLAB.one(result, {})) == []


def test_the_same_failure_in_many_tests_of_a_part_is_told_for_each_test() -> None:
    assert len(places(SARIF.one(sample.result([["RTE"] * 3]), {}))) == 3
    assert len(entries(GITLAB.one(sample.result([["RTE"] * 3]), {}))) == 3


def test_an_optional_part_that_was_not_earned_is_no_finding() -> None:
    result = sample.result([["RTE"]])
    result["parts"][0]["counted"] = False
    assert places(SARIF.one(result, {})) == []


def test_an_ungraded_submission_is_told_as_a_run_that_did_not_succeed() -> None:
    run = run_of(SARIF.one(sample.ungraded(), {}))
    assert (run["results"], run["invocations"]) == ([], [{"executionSuccessful": False}])


def test_files_lie_below_the_folder_or_in_a_class_below_the_id() -> None:
    result = sample.result([["RTE"]])
    both = [SARIF.one(result, {"folder": "week 1/hand-in"}), SARIF.many(batch_of([result]), {})]
    assert [places(text)[0][1] for text in both] == ["week%201/hand-in/board.py", "student-001/board.py"]
    paths = [
        entries(text)[0]["location"]["path"]
        for text in (GITLAB.one(result, {"folder": "week 1"}), GITLAB.many(batch_of([result]), {}))
    ]
    assert paths == ["week 1/board.py", "student-001/board.py"]


def test_a_fingerprint_stays_when_only_the_points_change_and_differs_between_students() -> None:
    result, other = sample.result([["RTE"]]), sample.result([["RTE"]], number=2)
    marks = [entries(GITLAB.one(one, {}))[0]["fingerprint"] for one in (result, result | {"points": 1.0}, other)]
    assert (marks[0] == marks[1], marks[0] == marks[2]) == (True, False)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_both_have_their_form_and_no_address_leads_away_whatever_a_student_wrote(text: str) -> None:
    results = everywhere(text)
    for whole in [*(SARIF.one(one, {}) for one in results), SARIF.many(batch_of(results), {})]:
        for one in run_of(whole)["results"]:
            address = one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            parts = urlsplit(address)
            assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
            assert re.fullmatch(r"(?:[A-Za-z0-9_.~/-]|%[0-9A-F]{2})*", address)
            assert not address.startswith("/")
            assert ".." not in unquote(address, errors="replace").split("/")
            assert not re.search(r"\]\((?!\\)", one["message"]["text"])
    for whole in [*(GITLAB.one(one, {}) for one in results), GITLAB.many(batch_of(results), {})]:
        for entry in entries(whole):
            path = entry["location"]["path"]
            assert not path.startswith(("/", "./"))
            assert ".." not in path.split("/")


def test_braces_and_links_stand_in_a_message_as_the_specification_has_them() -> None:
    result = sample.result([["RTE"]])
    result["parts"][0]["tests"][0]["message"] = "{0} [x](http://hostile.invalid) a[1]"
    (one,) = run_of(SARIF.one(result, {}))["results"]
    assert one["message"]["text"].endswith(": {{0}} [x]\\(http://hostile.invalid) a[1]")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_public_reader_of_sarif_reads_it_whatever_a_student_wrote(text: str) -> None:
    for result in [*everywhere(text), sample.result([["RTE"]]), sample.unbuilt()]:
        written = SARIF.one(result, {"folder": "x"})
        read = Sarif.model_validate_json(written)
        found = json.loads(written)["runs"][0]["results"]
        assert [one.rule_id for one in read.runs[0].results or ()] == [one["ruleId"] for one in found]
