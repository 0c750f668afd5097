"""JUnit XML: what a student's code did is a failure, what we did is an error, and the file is well-formed."""

from __future__ import annotations

from xml.etree import ElementTree as ET
from xml.parsers import expat

import junitparser
import pytest

from grader.plugins import reports
from tests.reports import sample
from tests.reports.hostile_texts import HOSTILE, batch_of, everywhere

REPORT = reports()["junit"]
# What the readers of JUnit XML know: attributes that must be there, that may be there, elements inside.
ALLOWED: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": ({"name", "tests", "failures", "errors", "skipped", "time"}, set(), {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors", "skipped", "time"},
        {"timestamp"},
        {"properties", "testcase"},
    ),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": ({"classname", "name", "time"}, {"file", "line"}, {"failure", "error", "skipped", "system-out"}),
    "failure": ({"type", "message"}, set(), set()),
    "error": ({"type", "message"}, set(), set()),
    "skipped": ({"message"}, set(), set()),
    "system-out": (set(), set(), set()),
}


def tree(text: str) -> ET.Element:
    return ET.fromstring(text.encode("utf-8"))  # noqa: S314 - the report itself


def outcomes(text: str) -> list[tuple[str | None, str | None, list[tuple[str, str | None]]]]:
    """The suites' names, the cases' names and their outcomes, as junitparser reads them."""
    suites = junitparser.JUnitXml.fromstring(text.encode("utf-8"))
    return [
        (suite.name, case.name, [(type(one).__name__, one.type) for one in case.result])
        for suite in suites
        for case in suite
    ]


def check_form(text: str) -> None:
    root = tree(text)
    for element in root.iter():
        needed, possible, inside = ALLOWED[element.tag]
        assert needed <= set(element.keys()) <= needed | possible, element.tag
        assert {child.tag for child in element} <= inside
    for suite in [root, *root]:
        cases = list(suite.iter("testcase"))
        assert int(suite.get("tests", "")) == len(cases) > 0
        for kind, plural in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            assert int(suite.get(plural, "")) == sum(case.find(kind) is not None for case in cases)


def test_each_verdict_is_told_in_the_words_of_junit() -> None:
    verdicts = ["AC", "WA", "RTE", "TLE", "MLE", "OLE", "CE", "IR", "SK"]
    found = [outcome for _suite, _name, outcome in outcomes(REPORT.one(sample.result([verdicts]), {}))]
    assert found == [[], *([("Failure", verdict)] for verdict in verdicts[1:-1]), [("Skipped", None)]]


def test_an_ungraded_submission_is_an_error_and_no_failure() -> None:
    assert outcomes(REPORT.one(sample.ungraded(), {})) == [("Submission", "grading", [("Error", "ungraded")])]


def test_what_can_not_be_built_is_a_failure_with_the_words_of_the_compiler() -> None:
    text = REPORT.one(sample.unbuilt(), {})
    assert outcomes(text)[0] == ("Build", "build", [("Failure", "CE")])
    case = next(tree(text).iter("testcase"))
    assert "';' expected" in (case.findtext("system-out") or "")


def test_an_optional_part_that_was_not_earned_fails_nothing() -> None:
    result = sample.result([["AC"], ["WA"]]) | {"verdict": "AC"}
    result["parts"][1]["counted"] = False
    assert [outcome for _suite, _name, outcome in outcomes(REPORT.one(result, {}))] == [[], [("Skipped", None)]]


@pytest.mark.parametrize("parts", [[], [["SK"]]])
def test_what_is_not_accepted_has_a_failure_even_if_no_test_failed(parts: list[list[str]]) -> None:
    result = (sample.result(parts) if parts else sample.accepted() | {"parts": []}) | {"verdict": "CE"}
    assert outcomes(REPORT.one(result, {}))[-1] == ("Submission", "verdict", [("Failure", "CE")])


def test_a_failure_tells_what_a_student_needs() -> None:
    result = sample.result([["RTE"]])
    result["parts"][0]["tests"][0]["transcript"] = "grader: go\nprogram: no"
    case = next(tree(REPORT.one(result, {})).iter("testcase"))
    assert (case.get("classname"), case.get("file"), case.get("line")) == ("boards.valid", "board.py", "9")
    assert case.findtext("failure") == (
        "The program stopped with IndexError: string index out of range.\n"
        'input: winner("XO", "X")\nexpected: false\nwhere: board.py, line 9\n'
        "repeat: grader check boards board.py --part valid --seed 20"
    )
    assert case.findtext("system-out") == "grader: go\nprogram: no"


def test_a_place_outside_of_the_submission_is_no_file_of_the_case() -> None:
    result = sample.result([["RTE"]])
    result["parts"][0]["tests"][0]["location"]["file"] = "/etc/passwd"
    assert next(tree(REPORT.one(result, {})).iter("testcase")).get("file") is None


def test_a_class_has_the_suites_of_each_submission_under_its_id() -> None:
    text = REPORT.many(batch_of([sample.result([["AC"]]), sample.ungraded(2)]), {})
    assert outcomes(text) == [
        ("student-001: Valid boards", "valid 1: a full board", []),
        ("student-002: Submission", "grading", [("Error", "ungraded")]),
    ]
    assert [case.get("classname") for case in tree(text).iter("testcase")] == [
        "boards.student-001.valid",
        "boards.student-002.submission",
    ]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_the_file_is_well_formed_and_of_its_form_whatever_a_student_printed(text: str) -> None:
    results = everywhere(text)
    for whole in [*(REPORT.one(one, {}) for one in results), REPORT.many(batch_of(results), {})]:
        expat.ParserCreate().Parse(whole.encode("utf-8"), True)
        check_form(whole)
        assert "<testcase name=" not in whole
        outcomes(whole)


def test_what_xml_can_not_hold_is_made_visible() -> None:
    result = sample.result([["WA"]])
    result["parts"][0]["tests"][0] |= {"actual": "a\x00b\x1bc\ud800d\ufffee]]>", "message": "x"}
    failure = next(tree(REPORT.one(result, {})).iter("testcase")).findtext("failure") or ""
    assert "got: a\u2400b\u241bc\ufffdd<U+FFFE>e]]>\n" in failure


def test_a_command_keeps_its_text_for_readers_of_xml() -> None:
    result = sample.result([["WA"]])
    result["parts"][0]["tests"][0] |= {"message": "x\n::error::y ##[z]", "input": None}
    failure = next(tree(REPORT.one(result, {})).iter("testcase")).findtext("failure") or ""
    assert failure.startswith("x\n::error::y ##[z]\n")
