"""grader.people.decide: what people decided stands beside the automatic result, which never changes."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.people.counting import origins, part_points, pending, told_shortly, total
from grader.people.decide import decide, known_after, without_time
from grader.people.overrides import Overrides, read_text
from grader.plugins import reports
from grader.redact import for_student
from tests.reports import sample

SCHEMA = json.loads(resources.files("grader").joinpath("schema/result.schema.json").read_text("utf-8"))
FINE = sample.result([["AC"], ["AC", "WA"], ["WA", "WA", "AC"]], number=1)  # 4 + 1 + 1 of 9
OPEN = sample.ungraded(2)
BATCH = {"format": "grader-batch/1", "problem": FINE["problem"], "results": [FINE, OPEN]}
LATE = """\
late: {due: "2031-03-04 09:00 Z", per_day: 10%, at_most: 30%, handed_in: {student-001: "2031-03-05 10:00 Z"}}
"""


def read(text: str, batch: Mapping[str, Any] = BATCH) -> Overrides:
    return read_text(f"format: grader-overrides/1\nby: B. Okafor\n{text}", "o.yaml", known_after(batch))


def decided(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    first, second = decide(BATCH, read(text))["results"]
    for one in (first, second):
        jsonschema.Draft202012Validator(SCHEMA).validate(one)
        jsonschema.Draft202012Validator(SCHEMA).validate(for_student(one))
    return first, second


def automatic(result: Mapping[str, Any]) -> dict[str, Any]:
    """The result without what was decided."""
    parts = [{key: value for key, value in part.items() if key != "decided"} for part in result["parts"]]
    return {**{key: value for key, value in result.items() if key != "decided"}, "parts": parts}


def test_nothing_decided_is_null_everywhere() -> None:
    first, second = decided("")
    assert (first["decided"], second["decided"]) == (None, None)
    assert [part["decided"] for part in first["parts"]] == [None, None, None]
    assert (total(first), total(second)) == (6.0, None)


def test_points_for_parts_that_exclude_each_other_never_come_to_more_than_there_are() -> None:
    both = {**FINE, "max_points": 5.0}  # only the better one of two parts counts
    batch = {**BATCH, "results": [both]}
    text = "people: [{id: student-001, part: count, points: 3, why: w}]"
    (one,) = decide(batch, read(text, batch))["results"]
    assert (sum(part_points(part) or 0 for part in one["parts"]), total(one)) == (8, 5)
    late = read(LATE + text, batch)
    assert total(decide(batch, late)["results"][0]) == 4  # two days' share of five points


def test_points_of_a_part_stand_beside_the_automatic_ones() -> None:
    first, _ = decided(
        "people: [{id: student-001, part: count, points: 2.5, comment: Nearly., why: a typo in the task}]"
    )
    assert first["decided"] == {
        "points": 7.5,
        "given": None,
        "excused": False,
        "late": None,
        "comment": None,
        "by": None,
        "why": None,
    }
    assert [part["decided"] for part in first["parts"]] == [
        None,
        None,
        {"points": 2.5, "comment": "Nearly.", "by": "B. Okafor", "why": "a typo in the task"},
    ]
    assert [part_points(part) for part in first["parts"]] == [4.0, 1.0, 2.5]
    assert origins(first) == [
        "Count the games: 2.5 of 3 points, given by B. Okafor (automatic: 1). Why: a typo in the task",
        "Count the games: Nearly.",
    ]


def test_lateness_is_taken_off_the_sum() -> None:
    first, second = decided(LATE)
    assert first["decided"] == {
        "points": 4.2,
        "given": None,
        "excused": False,
        "late": {
            "due": "2031-03-04T09:00+00:00",
            "handed_in": "2031-03-05T10:00+00:00",
            "extended": False,
            "days": 2,
            "off": 1.8,
        },
        "comment": None,
        "by": None,
        "why": None,
    }
    assert second["decided"] is None
    assert origins(first) == [
        "Late by 2 days: 1.8 points off. Due 2031-03-04 09:00 UTC; handed in 2031-03-05 10:00 UTC."
    ]


CASES = {
    "in time by an extension": (LATE + 'people: [{id: student-001, due: "2031-03-06 00:00 Z", why: ill}]', 6.0),
    "late all the same": (LATE + 'people: [{id: student-001, due: "2031-03-05 09:00 Z", why: ill}]', 5.1),
    "handed in by mail": (LATE + 'people: [{id: student-001, handed_in: "2031-03-04 08:00 Z", why: mail}]', 6.0),
    "never below zero": (LATE + "people: [{id: student-001, part: valid, points: 0, why: w}]", 0.2),
    "points of the whole are the last word": (LATE + "people: [{id: student-001, points: 8, why: w}]", 8.0),
    "nothing is nothing": (LATE + "people: [{id: student-001, points: 0, why: copied}]", 0.0),
    "excused": (LATE + "people: [{id: student-001, excused: true, why: w}]", None),
    "a comment": ("people: [{id: student-001, comment: Well done.}]", 6.0),
}


@pytest.mark.parametrize("name", CASES)
def test_the_points_that_count(name: str) -> None:
    text, points = CASES[name]
    first, _ = decided(text)
    assert total(first) == points
    assert pending(first) == ("excused" if points is None else None)


def test_no_points_are_lost_below_zero() -> None:
    text = LATE.replace("30%", "100%").replace("10%", "90%")
    assert total(decided(text)[0]) == 0.0


def test_what_is_not_graded_has_points_only_if_a_person_gives_them_to_the_whole() -> None:
    _, part_only = decided("people: [{id: student-002, part: valid, points: 3, why: by hand}]")
    assert (total(part_only), pending(part_only)) == (None, "not graded")
    _, whole = decided("people: [{id: student-002, points: 3, why: by hand}]")
    assert (total(whole), pending(whole), whole["status"], whole["points"]) == (3.0, None, "ungraded", None)


def test_the_time_that_a_hand_in_tells_counts_unless_a_person_knows_better() -> None:
    telling = copy.deepcopy(FINE)
    telling["submission"]["submitted"] = "2031-03-07 09:00:00"  # by the clock of the due date
    batch = {**BATCH, "results": [telling]}
    rule = 'late: {due: "2031-03-04 11:00 +02:00", per_day: 1}'
    [one] = decide(batch, read(rule, batch))["results"]
    assert one["decided"]["late"]["handed_in"] == "2031-03-07T09:00+02:00"
    assert one["decided"]["late"]["days"] == 3
    assert without_time(batch, read(rule, batch)) == []
    assert without_time(BATCH, read(rule)) == ["student-001", "student-002"]
    assert without_time(BATCH, read("")) == []
    marked = {**FINE, "submission": {**FINE["submission"], "late": True}}
    assert without_time({"results": [marked]}, read(rule)) == ["student-001 (marked as late)"]


entries = st.lists(
    st.builds(
        lambda part, points, comment: (
            {"id": "student-001", "why": "w", "comment": comment}
            | ({"part": part} if part else {})
            | ({} if points is None else {"points": points})
        ),
        st.sampled_from(["valid", "winner", "count", None]),
        st.none() | st.sampled_from([0, 0.1, 0.55, 1.5, 2]),
        st.text("abc <", min_size=1),
    ),
    unique_by=lambda entry: entry.get("part"),
)


@settings(deadline=None)
@given(entries, st.booleans())
def test_the_automatic_result_never_changes_and_deciding_again_gives_the_same(
    people: list[dict[str, Any]], late: bool
) -> None:
    made = read(f"{LATE if late else ''}people: {json.dumps(people)}")
    before = copy.deepcopy(BATCH)
    after = decide(BATCH, made)
    assert before == BATCH
    assert [automatic(one) for one in after["results"]] == [automatic(one) for one in BATCH["results"]]
    assert decide(after, made) == after
    assert decide(after, read("")) == decide(BATCH, read(""))
    for one in after["results"]:
        parts = [part_points(part) or 0 for part in one["parts"]]
        points = total(one)
        assert points is None or 0 <= points <= max(sum(parts) + 1e-9, (one["decided"] or {}).get("given") or 0)


@pytest.mark.parametrize("name", sorted(reports()))
def test_no_student_learns_who_decided_and_why(name: str) -> None:
    text = "people: [{id: student-001, part: count, points: 2, why: SECRET}, {id: student-002, points: 1, why: SECRET}]"
    for one in decide(BATCH, read_text(f"format: grader-overrides/1\nby: NOBODY\n{text}", "o", known_after(BATCH)))[
        "results"
    ]:
        for_them = reports()[name].one(for_student(one), {})
        assert "SECRET" not in for_them
        assert "NOBODY" not in for_them


TELLING = ["csv", "gradescope", "html", "json", "markdown", "terminal"]


@pytest.mark.parametrize("name", TELLING)
def test_a_report_tells_the_points_that_count_and_who_decided_them_and_why(name: str) -> None:
    text = "people: [{id: student-001, part: count, points: 2.25, comment: Nearly., why: a typo}]"
    first, _ = decided(LATE + text)
    said = " ".join(reports()[name].one(first, {}).split())
    for words in ("5.45", "2.25", "B. Okafor", "a typo", "Nearly"):
        assert words in said
    student = " ".join(reports()[name].one(for_student(first), {}).split())
    for words in ("5.45", "2.25", "Nearly"):
        assert words in student


@pytest.mark.parametrize("name", sorted(reports()))
@pytest.mark.parametrize("case", CASES)
def test_every_report_can_be_written_whatever_was_decided(name: str, case: str) -> None:
    after = decide(BATCH, read(CASES[case][0]))
    assert reports()[name].many(after, {})
    for one in after["results"]:
        assert reports()[name].one(one, {})


@pytest.mark.parametrize("name", ["csv", "html", "markdown", "terminal"])
def test_a_report_of_a_class_tells_the_points_that_count(name: str) -> None:
    after = decide(
        BATCH, read("people: [{id: student-001, points: 7.35, why: w}, {id: student-002, points: 1.15, why: w}]")
    )
    said = reports()[name].many(after, {})
    assert "7.35" in said
    assert "1.15" in said
    assert "decided" in said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", (None, None)),
        (LATE, ("late", None)),
        ("people: [{id: student-001, comment: c}]", ("with a comment", None)),
        (LATE + "people: [{id: student-001, part: count, points: 1, why: w}]", ("decided by a person", None)),
        ("people: [{id: student-001, points: 1, why: w}]", ("decided by a person", None)),
        ("people: [{id: student-001, excused: true, why: w}]", ("excused", None)),
        ("people: [{id: student-002, points: 1, why: w}]", (None, "decided by a person")),
        ("people: [{id: student-002, comment: c}]", (None, "not graded")),
    ],
)
def test_it_is_told_in_a_few_words_why_points_are_not_those_of_the_tests(
    text: str, told: tuple[str | None, str | None]
) -> None:
    first, second = decided(text)
    assert (told_shortly(first), told_shortly(second)) == told


@pytest.mark.parametrize("name", ["html", "markdown", "terminal", "gradescope"])
def test_an_optional_part_counts_once_a_person_has_given_it_points(name: str) -> None:
    optional = copy.deepcopy(FINE)
    optional["parts"][2] |= {"counted": False, "points": 0.0}
    optional["points"] = 5.0
    batch = {**BATCH, "results": [optional]}
    [one] = decide(batch, read("people: [{id: student-001, part: count, points: 2, why: w}]", batch))["results"]
    assert total(one) == 7.0
    assert "ptional" in reports()[name].one(optional, {})
    assert "ptional" not in reports()[name].one(one, {})
