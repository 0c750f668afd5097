"""Verdicts that a test says -> a grading that gives them at once, in place of the pipeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from grader import result
from grader.model import Finding, Submission, Verdict
from grader.package import Problem
from grader.pipeline import Options
from grader.plugins import Sandbox
from tests.sample_results import grade_of, with_finding

Grading = Callable[[Problem, Submission, Sandbox, str, Options], dict[str, Any]]


NOW = datetime(2020, 1, 2, tzinfo=UTC)


def judging(
    verdicts: Mapping[str, Verdict | str], log: list[str] | None = None, clock: Callable[[], datetime] = lambda: NOW
) -> Grading:
    """A grading that gives each id its verdict (AC if none is said), or no grade for the reason that stands there.

    It writes the ids that it grades into the log.
    """

    def grade(
        problem: Problem, handed_in: Submission, sandbox: Sandbox, repeat: str, options: Options
    ) -> dict[str, Any]:
        if log is not None:
            log.append(handed_in.id)
        circumstances = result.Circumstances(sandbox, options.seed, clock(), repeat)
        verdict = verdicts.get(handed_in.id, Verdict.AC)
        if isinstance(verdict, str):
            return result.ungraded(problem, handed_in, verdict, result.Facts(), circumstances)
        finding = Finding(verdict, 1.0 if verdict is Verdict.AC else 0.0)
        facts = result.Facts(built=True, sources={"double.py": "def double(n):\n    return n + n\n"})
        return result.graded(problem, handed_in, grade_of(with_finding(finding)), facts, circumstances)

    return grade
