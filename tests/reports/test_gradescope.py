"""`results.json` of Gradescope: points per part, nothing of hidden tests for students, never a zero for our faults."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from grader.plugins import reports
from grader.redact import for_student
from grader.reports.gradescope import of_tasks
from tests.reports import sample
from tests.reports.hostile_texts import HOSTILE, batch_of, everywhere

REPORT = reports()["gradescope"]
TEXT = {"type": "string"}
NUMBER = {"type": "number"}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
TOP = {
    "score": {"type": "number"},
    "output": TEXT,
    **dict.fromkeys(("output_format", "test_output_format", "test_name_format"), FORMAT),
    **dict.fromkeys(("visibility", "stdout_visibility"), VISIBILITY),
}
TEST = {
    **dict.fromkeys(("score", "max_score"), NUMBER),
    "status": {"enum": ["passed", "failed"]},
    **dict.fromkeys(("name", "number", "output"), TEXT),
    **dict.fromkeys(("name_format", "output_format"), FORMAT),
    "visibility": VISIBILITY,
}
TESTS = {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": TEST}}
FORM = {"type": "object", "additionalProperties": False, "properties": {**TOP, "tests": TESTS}}


def document(result: dict[str, Any]) -> Any:
    read = json.loads(REPORT.one(result, {}))
    jsonschema.Draft202012Validator(FORM).validate(read)
    return read


def test_a_part_is_a_test_with_its_points() -> None:
    read = document(sample.result([["AC"], ["AC", "WA"]]))
    assert (read["score"], read["visibility"], read["stdout_visibility"]) == (5.0, "visible", "hidden")
    assert [
        (test["name"], test["number"], test["score"], test["max_score"], test["status"]) for test in read["tests"]
    ] == [
        ("Valid boards", "1", 4.0, 4.0, "passed"),
        ("Who has won", "2", 1.0, 2.0, "failed"),
    ]
    assert read["tests"][1]["output"] == (
        "winner 2: two winners\nis_valid gave true where false is right.\n"
        'input: is_valid("XXX\\nOOO\\n...")\nexpected: false\ngot: true\n'
        "hint: Both have three in a row. Can a game get there?\n"
        "repeat: grader check boards board.py --part winner --seed 20"
    )


def test_an_ungraded_submission_has_no_score_at_all() -> None:
    read = document(sample.ungraded())
    assert read["output"] == "Not graded: Two files could be the main file: board.py and main.py."
    assert "score" not in read
    assert "tests" not in read


def test_a_submission_that_can_not_be_built_has_zero_points_and_the_words_of_the_compiler() -> None:
    read = document(sample.unbuilt())
    assert read["score"] == 0
    assert "Line 12 of Board.java: a semicolon is missing at the end." in read["output"]
    assert "';' expected" in read["output"]


def hidden() -> dict[str, Any]:
    result = sample.result([["AC", "WA", "WA"]])
    result["parts"][0]["tests"][0] |= {"hidden": True, "input": "SECRET"}
    secret = dict.fromkeys(("title", "message", "input", "expected"), "SECRET")
    result["parts"][0]["tests"][1] |= {"hidden": True, "hint": "Look.", **secret}
    return result | {"flagged": ["SECRET"]}


def test_what_is_known_of_a_hidden_test_is_for_the_staff() -> None:
    tests = document(hidden())["tests"]
    visible = [test for test in tests if test["visibility"] == "visible"]
    assert "SECRET" not in json.dumps(visible)
    assert visible[0]["output"].startswith("Wrong answer in a hidden test.\nhint: Look.\n\n")
    assert [(test["name"], test.get("number"), test["visibility"]) for test in tests[1:]] == [
        ("SECRET", "1.2", "hidden"),
        ("For the instructor", None, "hidden"),
    ]
    assert not any("score" in test for test in tests[1:])


def test_a_result_for_students_has_nothing_for_the_staff() -> None:
    tests = document(for_student(hidden()))["tests"]
    assert [test["visibility"] for test in tests] == ["visible"]
    assert tests[0]["output"] == document(hidden())["tests"][0]["output"]


def test_an_optional_part_that_was_not_earned_says_so() -> None:
    result = sample.result([["AC"], ["WA"]])
    result["parts"][1]["counted"] = False
    assert document(result)["tests"][1]["output"] == "Optional, not earned."


def test_a_part_with_many_failures_shows_ten() -> None:
    output = document(sample.result([["TLE"] * 25]))["tests"][0]["output"]
    assert output.count("No answer after 2 seconds") + output.count("in a hidden test") == 10
    assert output.endswith("and 15 more of 25 tests of this part fail")


def test_a_class_is_the_documents_by_their_ids() -> None:
    results = [sample.accepted(1), sample.ungraded(2)]
    assert json.loads(REPORT.many(batch_of(results), {})) == {
        "student-001": document(results[0]),
        "student-002": document(results[1]),
    }


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_the_form_holds_and_all_text_is_plain_whatever_a_student_wrote(text: str) -> None:
    for result in everywhere(text):
        read = document(result)
        assert {read["output_format"], read["test_output_format"], read["test_name_format"]} == {"text"}
        for test in read.get("tests", []):
            assert (test["name_format"], test["output_format"]) == ("text", "text")


def test_several_tasks_are_one_document_with_the_sum_of_their_scores() -> None:
    read = json.loads(of_tasks([sample.accepted(), sample.result([["AC", "WA"]])]))
    jsonschema.Draft202012Validator(FORM).validate(read)
    assert read["score"] == 12.0
    numbers = [(test["number"], test["name"], test["score"]) for test in read["tests"] if "score" in test]
    assert numbers[0] == ("1.1", "Boards and games: Valid boards", 4.0)
    assert numbers[-1] == ("2.1", "Boards and games: Valid boards", 2.0)
    assert read["output"].startswith("Boards and games\n\nAccepted.\n\nBoards and games\n\nWrong answer.")


def test_of_several_tasks_one_that_is_ungraded_leaves_no_score_that_could_be_added_up() -> None:
    read = json.loads(of_tasks([sample.accepted(), sample.ungraded()]))
    jsonschema.Draft202012Validator(FORM).validate(read)
    assert {"score", "tests"} & set(read) == set()
    assert "Not graded: Two files could be the main file" in read["output"]


def test_one_task_is_its_document() -> None:
    assert of_tasks([sample.accepted()]) == REPORT.one(sample.accepted(), {})
