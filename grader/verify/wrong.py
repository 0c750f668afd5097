"""The wrong solutions of a package -> whether each is refused as its `expect.yaml` says, and by which tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.errors import Fault
from grader.verify._grading import PASSED, grade, tests_of
from grader.verify._told import claim_faults
from grader.verify.desk import Result
from grader.verify.findings import Check, Findings
from grader.verify.package import Package
from grader.verify.solutions import Solution

Refused = Mapping[str, frozenset[str]]
"""The names of wrong solutions by the tests that refuse them; also of tests that refuse none."""


def prove(package: Package) -> Findings:
    """Every wrong solution gets the verdict, the points and the parts that are stated."""
    graded = grade(package, package.wrong)
    faults = [*graded.faults]
    right = 0
    for solution, result in graded.results:
        found = wrong_faults(solution, result, package)
        faults += found
        right += not found
    there = {solution.language for solution in package.wrong}
    untried = [*graded.untried]
    lacking = [name for name in package.languages if name not in there]
    if lacking:
        untried.append(f"no wrong solution in {', '.join(lacking)}; looked in {package.problem.folder / 'wrong'}")
    refused = refusals(graded.results)
    notes = [_idle(refused)] if graded.results else []
    said = f"{right} of {len(package.wrong)} refused as stated, in {len(there)} languages"
    return Findings(said, tuple(faults), tuple(untried), tuple(notes))


def wrong_faults(solution: Solution, result: Result, package: Package) -> list[Fault]:
    """What is wrong about the result of a wrong solution, and about what is said of it."""
    faults = claim_faults(solution, result)
    expected = solution.expected
    if expected is None:
        return faults
    if abs(sum(expected.parts.values()) - expected.points) > 1e-9:
        said = f"the points of its parts add up to {sum(expected.parts.values()):g}, not to {expected.points:g}"
        faults.append(solution.fault(said, "points"))
    form = [form for form in package.problem.forms if {part.id for part in form.parts} == set(expected.parts)]
    if expected.verdict == "AC" and form and expected.points >= min(one.points for one in form):
        faults.append(solution.fault("it is accepted in full, so it is not wrong: no test finds its mistake", "points"))
    return faults


def refusals(results: Sequence[tuple[Solution, Result]]) -> Refused:
    """Which tests refuse which wrong solutions."""
    refused: dict[str, set[str]] = {}
    for solution, result in results:
        for name, test in tests_of(result).items():
            refused.setdefault(name, set())
            if test["verdict"] not in PASSED:
                refused[name].add(solution.name)
    return {test: frozenset(names) for test, names in refused.items()}


def refusing_alone(refused: Refused) -> dict[str, list[str]]:
    """The tests that refuse a wrong solution that no other test refuses, with its name."""
    alone: dict[str, list[str]] = {}
    for name in sorted({name for names in refused.values() for name in names}):
        tests = [test for test, names in refused.items() if name in names]
        if len(tests) == 1:
            alone.setdefault(tests[0], []).append(name)
    return alone


def _idle(refused: Refused) -> str:
    alone = refusing_alone(refused)
    never = sum(not names for names in refused.values())
    return (
        f"{len(refused) - len(alone)} of {len(refused)} tests refuse nothing that others don't, "
        f"{never} of them nothing at all; --table shows which test refuses what"
    )


CHECK = Check("wrong", "is every wrong solution refused as its expect.yaml says?", prove)
