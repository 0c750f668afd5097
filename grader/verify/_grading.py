"""Solutions -> their results as the package is, and what of them could not be tried: what several checks begin with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.errors import Fault
from grader.verify.desk import Asking, Result
from grader.verify.package import Package
from grader.verify.solutions import Solution

PASSED = ("AC", "SK", "PD")  # no test with one of these refuses anything
LACKING = "is not on this machine"  # as `ToolMissing` says it


@dataclass(frozen=True, slots=True)
class Graded:
    """Solutions with their results; those that the machine can't try, and those that nobody could grade."""

    results: tuple[tuple[Solution, Result], ...]
    untried: tuple[str, ...]
    faults: tuple[Fault, ...]


def grade(package: Package, solutions: Sequence[Solution], asking: Asking | None = None) -> Graded:
    """The results of the solutions, asked in this way, else as the package is."""
    asked = asking or Asking(package.problem)
    handed_in = [(solution.submission, solution.folder) for solution in solutions]
    results = list(zip(solutions, package.desk.grade(asked, handed_in), strict=True))
    lacking = {
        f"{solution.language}: {result['reason']}"
        for solution, result in results
        if result["status"] != "graded" and LACKING in result["reason"]
    }
    return Graded(
        tuple((solution, result) for solution, result in results if result["status"] == "graded"),
        tuple(sorted(lacking)),
        tuple(
            solution.fault(f"{solution.name} could not be graded: {said_of_ungraded(result)}")
            for solution, result in results
            if result["status"] != "graded" and LACKING not in result["reason"]
        ),
    )


def said_of_ungraded(result: Result) -> str:
    """Why, with what is for the instructor alone."""
    return " ".join([result["reason"], *result["flagged"]])


def failing(result: Result) -> list[tuple[Result, Result]]:
    """Each part and test of it that refuses the submission."""
    return [(part, test) for part in result["parts"] for test in part["tests"] if test["verdict"] not in PASSED]


def tests_of(result: Result) -> dict[str, Result]:
    """The tests by a name that is theirs alone in all forms of the package."""
    form = f"{result['form']}, " if result["form"] else ""
    return {f"{form}{part['id']}: {test['id']}": test for part in result["parts"] for test in part["tests"]}
