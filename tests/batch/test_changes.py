"""What changed between two results: all that a person sees and nothing else, and because of what."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.batch.changes import UNKNOWN, Change, Mark, Rejudged, because, change


def result(verdict: str | None, points: float | None, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    known = {"verdict": verdict, "points": points, "max_points": 3.0, "reason": None, "parts": list(parts)}
    return {"submission": {"id": "ann"}, **known, **more}


def part(name: str, points: float, **tests: tuple[str, float]) -> dict[str, Any]:
    judged = [{"id": test, "verdict": verdict, "share": share} for test, (verdict, share) in tests.items()]
    return {"id": name, "points": points, "max_points": 2.0, "tests": judged}


RIGHT = result("AC", 2.0, part("p", 2.0, t=("AC", 1.0), u=("AC", 1.0)))
HALF = result("WA", 0.0, part("p", 0.0, t=("AC", 1.0), u=("WA", 0.5)))
UNGRADED = result(None, None, reason="no Java here")
GOOD, BAD = Mark("AC", 2.0, 3.0, None), Mark("WA", 0.0, 3.0, None)
NOT_YET = Mark(None, None, 3.0, "no Java here")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (RIGHT, HALF, Change("ann", GOOD, BAD, (Rejudged("p", "u", ("AC", 1.0), ("WA", 0.5)),))),
        (None, RIGHT, Change("ann", None, GOOD, ())),
        (
            UNGRADED,
            result("AC", 2.0, part("p", 2.0, t=("AC", 1.0))),
            Change("ann", NOT_YET, GOOD, (Rejudged("p", "t", None, ("AC", 1.0)),)),
        ),
        (
            HALF,
            result("WA", 0.0, part("p", 0.0, u=("WA", 0.6), v=("AC", 1.0))),
            Change(
                "ann",
                BAD,
                BAD,
                (
                    Rejudged("p", "u", ("WA", 0.5), ("WA", 0.6)),
                    Rejudged("p", "v", None, ("AC", 1.0)),
                    Rejudged("p", "t", ("AC", 1.0), None),
                ),
            ),
        ),
        (
            result("AC", 2.0, part("p", 2.0), part("q", 0.0)),
            result("AC", 2.0, part("p", 1.0), part("q", 1.0)),
            Change("ann", GOOD, GOOD, ()),
        ),
        (RIGHT, {**RIGHT, "max_points": 4.0}, Change("ann", GOOD, Mark("AC", 2.0, 4.0, None), ())),
        (UNGRADED, {**UNGRADED, "reason": "x"}, Change("ann", NOT_YET, Mark(None, None, 3.0, "x"), ())),
        (RIGHT, {**RIGHT, "started": "later", "notes": ["told otherwise"]}, None),
        (UNGRADED, UNGRADED, None),
    ],
)  # fmt: skip
def test_a_change_says_all_that_a_person_would_see(
    before: dict[str, Any] | None, after: dict[str, Any], expected: Change | None
) -> None:
    assert change(before, after) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"package": "a", "grader": "1"}, {"package": "b", "grader": "1"}, ("another package",)),
        (
            {"submission": "a", "toolchains": {"python": "3.11"}, "grader": "1"},
            {"submission": "b", "toolchains": {"python": "3.12"}, "grader": "2"},
            ("another hand-in", "another toolchain", "another grader"),
        ),
        ({"grader": "1"}, {"grader": "1"}, ()),
    ],
)
def test_the_cause_is_what_differs_in_the_bases(
    before: dict[str, Any], after: dict[str, Any], expected: tuple[str, ...]
) -> None:
    assert because(json.dumps(before), json.dumps(after)) == expected


def test_where_no_basis_is_known_that_is_the_cause() -> None:
    assert because("", "{}") == (UNKNOWN,)
