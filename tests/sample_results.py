"""A few nouns -> results as the grader makes them, for tests of what is published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from grader import result
from grader.model import (
    Command,
    Finding,
    Grade,
    Interface,
    Isolation,
    Keeping,
    Limits,
    PartGrade,
    Submission,
    TestGrade,
    Verdict,
)
from grader.package import Form, Problem

PROBLEM = Problem(
    id="doubling",
    folder=Path("doubling"),
    title={"en": "Doubling", "ko": "두 배"},
    native=None,
    languages=("python",),
    keeping=Keeping.FRESH,
    prelude="none",
    limits=Limits(),
    forms=(Form(None, None, ("python",), Interface(), ()),),
    digest="0123456789abcdef",
)
SUBMISSION = Submission("s01", {"double.py": b"x"}, "python", "double.py", "fedcba9876543210")


@dataclass(slots=True)
class NoSandbox:
    """A level of isolation in name only; nothing is ever started in it."""

    level: Isolation = Isolation.FULL
    layers: tuple[str, ...] = ("namespaces",)
    missing: tuple[str, ...] = ()

    def start(self, command: Command, limits: Limits) -> Any:  # noqa: ARG002 - as the protocol has it
        raise AssertionError("nothing is started in these tests")


CIRCUMSTANCES = result.Circumstances(
    NoSandbox(), 7, datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC), "grader check doubling double.py"
)


def with_finding(
    finding: Finding, *, hidden: bool = False, title: str = "a test", hint: str | None = None, ko: str = ""
) -> TestGrade:
    """A test of the kind `call` with this finding; `ko` is its hint in Korean. Its title is the same there."""
    hints = {"en": hint, "ko": ko} if hint and ko else {}
    return TestGrade("t-1", title, "call", hidden, finding, hint, {"en": title, "ko": title}, hints)


def grade_of(*tests: TestGrade) -> Grade:
    """The grade of one part for two points, with these tests."""
    verdict = min((test.finding.verdict for test in tests), key=lambda one: one.rank)
    points = 2.0 if verdict is Verdict.AC else 0.0
    return Grade(verdict, points, 2.0, (PartGrade("a", "Part A", points, 2.0, True, verdict, tests),))


def graded(*tests: TestGrade, facts: result.Facts | None = None) -> Mapping[str, Any]:
    """The instructor's result of these tests."""
    return result.graded(PROBLEM, SUBMISSION, grade_of(*tests), facts or result.Facts(built=True), CIRCUMSTANCES)
