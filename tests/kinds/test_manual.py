"""grader.kinds.manual: it waits for a person, in every report, and is never a silent zero."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader import problem, result
from grader.errors import PackageError
from grader.kinds.manual import ManualCheck
from grader.model import Finding, Message, Verdict
from grader.people.counting import origins, pending, total
from grader.people.decide import decide, known_after, known_before
from grader.people.overrides import read_text
from grader.plugins import reports
from grader.redact import for_student
from tests.deciders import batch_of
from tests.doubling import PACKAGE, write_package
from tests.sample_results import CIRCUMSTANCES, PROBLEM, SUBMISSION, grade_of, with_finding

WAITING = Finding(Verdict.PD, 0.0, Message("waits", {"what": "Names say what things are."}))
RUBRIC = """\
  - id: readable
    title: Readable code
    points: 3
    tests: [{manual: Names say what things are.}]
"""
SCHEMA = json.loads(resources.files("grader").joinpath("schema/result.schema.json").read_text("utf-8"))


def waiting_result() -> dict[str, Any]:
    """Two points of two by tests, and three that a person gives."""
    tested = grade_of(with_finding(Finding(Verdict.AC, 1.0)))
    [part] = tested.parts
    asked = grade_of(with_finding(WAITING))
    [waits] = asked.parts
    both = type(tested)(
        Verdict.PD,
        None,
        5.0,
        (part, type(waits)("readable", "Readable code", None, 3.0, True, Verdict.PD, waits.tests)),
    )
    return result.graded(PROBLEM, SUBMISSION, both, result.Facts(built=True), CIRCUMSTANCES)


def decided(points: float) -> dict[str, Any]:
    batch = batch_of([waiting_result()])
    text = f"format: grader-overrides/1\nby: B\npeople: [{{id: s01, part: readable, points: {points}}}]"
    made: dict[str, Any] = decide(batch, read_text(text, "o", known_after(batch)))["results"][0]
    return made


def test_it_asks_the_submission_nothing_and_waits() -> None:
    check = ManualCheck("Names say what things are.")
    assert check.for_a_person() == WAITING


def test_a_package_has_a_part_that_a_person_grades(tmp_path: Path) -> None:
    loaded = problem.load(write_package(tmp_path, PACKAGE + RUBRIC))
    part = loaded.forms[0].parts[-1]
    assert (part.id, part.points, [test.check for test in part.tests]) == (
        "readable",
        3,
        [ManualCheck("Names say what things are.")],
    )
    known = known_before(loaded, ["ann"])
    assert (known.manual, known.parts["ann"]["readable"]) == (frozenset({"readable"}), 3)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            RUBRIC.replace("are.}]", "are.}, {call: double(2), returns: 4}]"),
            "what a person grades is a part of its own: one `manual` item, and nothing else",
        ),
        (
            RUBRIC + "  - {id: more, points: 1, requires: [readable], tests: [{call: double(2), returns: 4}]}\n",
            "a person grades the part `readable`, so nothing can wait for it",
        ),
        (RUBRIC.replace("Names say what things are.", "''"), "'' should be non-empty"),
    ],
)
def test_a_package_that_makes_no_sense_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(PackageError) as raised:
        problem.load(write_package(tmp_path, PACKAGE + text))
    assert fault in str(raised.value)


def test_a_result_tells_what_waits_and_follows_its_schema() -> None:
    one = waiting_result()
    jsonschema.Draft202012Validator(SCHEMA).validate(one)
    jsonschema.Draft202012Validator(SCHEMA).validate(for_student(one))
    assert (one["points"], total(one), pending(one)) == (None, None, "waits for a person")
    assert origins(one) == [
        "Readable code: up to 3 points, given by a person later. A person looks at this: Names say what things are."
    ]
    assert one["parts"][1]["tests"][0]["message"] == "A person looks at this: Names say what things are."


@pytest.mark.parametrize("points", [0, 1.5, 3])
def test_the_points_that_a_person_gives_complete_the_total(points: float) -> None:
    one = decided(points)
    jsonschema.Draft202012Validator(SCHEMA).validate(one)
    assert (one["points"], total(one), pending(one)) == (None, 2 + points, None)
    assert origins(one) == [f"Readable code: {points:g} of 3 points, given by B."]


@pytest.mark.parametrize("name", sorted(reports()))
@pytest.mark.parametrize("make", [waiting_result, lambda: for_student(waiting_result()), lambda: decided(1.5)])
def test_every_report_can_be_written(name: str, make: Any) -> None:
    one: Mapping[str, Any] = make()
    assert reports()[name].many(batch_of([one]), {})
    assert reports()[name].one(one, {})


@pytest.mark.parametrize("name", ["html", "markdown", "terminal", "junit", "gradescope"])
def test_a_report_says_that_a_person_is_waited_for_until_the_points_are_there(name: str) -> None:
    before = reports()[name].one(waiting_result(), {})
    assert "A person looks at this" in before
    if name != "junit":
        after = reports()[name].one(decided(1.5), {})
        assert "aits for a person" not in after
        assert "3.5" in after


def test_machines_are_told_no_zero_and_no_failure() -> None:
    gradescope = json.loads(reports()["gradescope"].one(waiting_result(), {}))
    assert "score" not in gradescope
    assert [(test.get("score"), test.get("status")) for test in gradescope["tests"]] == [(2.0, "passed"), (None, None)]
    assert json.loads(reports()["gradescope"].one(decided(1.5), {}))["score"] == 3.5
    assert "<failure" not in reports()["junit"].one(waiting_result(), {})
    assert "::error" not in reports()["github"].one(waiting_result(), {})
    assert reports()["csv"].one(waiting_result(), {}).splitlines()[1].split(",")[3:9] == ["PD", "", "5", "", "2", ""]
