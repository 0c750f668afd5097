"""Two results of one submission -> what changed between them, and because of what, for a person to decide."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Result = Mapping[str, Any]
INGREDIENTS = {
    "submission": "another hand-in",
    "repeat": "another name of the hand-in or of the task",
    "package": "another package",
    "limits": "other limits",
    "toolchains": "another toolchain",
    "isolation": "another isolation",
    "options": "other options",
    "grader": "another grader",
}
UNKNOWN = "an older store, which did not say what decides a result"


@dataclass(frozen=True, slots=True)
class Mark:
    """What a submission gets; verdict and points are None as long as it is not graded."""

    verdict: str | None
    points: float | None
    max_points: float
    reason: str | None


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A test that was or is judged otherwise: verdict and share of both times, None where there was no such test."""

    part: str
    test: str
    before: tuple[str, float] | None
    after: tuple[str, float] | None


@dataclass(frozen=True, slots=True)
class Change:
    """What is new about a submission; `before` is None if it had no result."""

    id: str
    before: Mark | None
    after: Mark
    tests: tuple[Rejudged, ...]


def change(before: Result | None, after: Result) -> Change | None:
    """What a person would see change: verdicts and points, of the whole or of a test; None if nothing does."""
    tests = tuple(_test_changes(before, after)) if before is not None else ()
    was = None if before is None else _mark(before)
    now = _mark(after)
    if was == now and not tests and before is not None and _points(before) == _points(after):
        return None
    return Change(after["submission"]["id"], was, now, tests)


def because(before: str, after: str) -> tuple[str, ...]:
    """Which ingredients of two bases differ, in words."""
    if not before:
        return (UNKNOWN,)
    old, new = json.loads(before), json.loads(after)
    return tuple(words for name, words in INGREDIENTS.items() if old.get(name) != new.get(name))


def _mark(result: Result) -> Mark:
    return Mark(result["verdict"], result["points"], result["max_points"], result["reason"])


def _points(result: Result) -> dict[str, tuple[float, float]]:
    return {part["id"]: (part["points"], part["max_points"]) for part in result["parts"]}


def _test_changes(before: Result, after: Result) -> Iterator[Rejudged]:
    old, new = _tests(before), _tests(after)
    for part, test in dict.fromkeys((*new, *old)):
        was, now = old.get((part, test)), new.get((part, test))
        if was != now:
            yield Rejudged(part, test, was, now)


def _tests(result: Result) -> dict[tuple[str, str], tuple[str, float]]:
    return {
        (part["id"], test["id"]): (test["verdict"], test["share"]) for part in result["parts"] for test in part["tests"]
    }
