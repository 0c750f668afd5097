"""The solutions of a package, graded again -> whether they get the same: twice, backwards, and with another seed."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from grader import problem
from grader.errors import Fault
from grader.verify._grading import grade, tests_of
from grader.verify._inputs import made_of
from grader.verify.desk import Asking, Result
from grader.verify.findings import Check, Findings
from grader.verify.package import Package
from grader.verify.schema import OTHER_SEED
from grader.verify.variants import reversed_order

MADE_AGAIN = 5  # what changes in one time of two is missed once in 32 times


def prove(package: Package) -> Findings:
    """The same inputs give each test the same verdict; other inputs give each part the same points.

    Of a solution that draws its answers, each part must give the same points and verdict.
    """
    solutions = (*package.references, *package.wrong)
    first = grade(package, solutions)
    results = {solution.name: result for solution, result in first.results}
    faults = _made_otherwise(package)
    other = problem.load(package.problem.folder, OTHER_SEED)
    ways = (
        ("a second time", Asking(package.problem, "a second time"), True),
        ("in reversed order", Asking(reversed_order(package.problem), "in reversed order"), True),
        (f"with the seed {OTHER_SEED}", Asking(other, "with another seed", OTHER_SEED), False),
    )
    for said, asking, same_inputs in ways:
        for solution, result in grade(package, solutions, asking).results:
            if solution.name not in results:
                continue
            draws = solution.expected is not None and solution.expected.draws
            told = _difference(results[solution.name], result, by_test=same_inputs and not draws)
            told = told or (_of_parts(results[solution.name], result) if same_inputs and draws else "")
            if told:
                faults.append(solution.fault(f"{solution.name}, graded {said}: {told}"))
    drawing = sum(1 for one in solutions if one.expected is not None and one.expected.draws)
    said = f"{len(first.results)} solutions graded again: once more, in reversed order, with another seed"
    notes = (
        (f"{drawing} of them draw their answers, so their parts were compared and not their tests",) if drawing else ()
    )
    return Findings(said, tuple(faults), first.untried, notes)


def _made_otherwise(package: Package) -> list[Fault]:
    """Tests that come out otherwise when they are made again with the same seed."""
    faults: dict[object, Fault] = {}
    for _time in range(MADE_AGAIN):
        again = replace(package, problem=problem.load(package.problem.folder))
        for one, other in zip_longest(package.tests(), again.tests()):
            placed = one or other
            said = f"{placed.name} is made otherwise each time: random inputs come from the parameter `rng`"
            if one is None or other is None or made_of(one.test.check) != made_of(other.test.check):
                faults.setdefault(placed.path, package.fault(said, *placed.path))
    return list(faults.values())


def _difference(before: Result, after: Result, *, by_test: bool) -> str:
    """What has changed, in words; empty if nothing has."""
    if by_test:
        old, new = ({name: test["verdict"] for name, test in tests_of(one).items()} for one in (before, after))
        untold = _not_run(before) | _not_run(after)
        changed = [name for name in old if new.get(name) != old[name] and name not in untold]
        if changed:
            more = f", and {len(changed) - 1} more" if len(changed) > 1 else ""
            return f"{changed[0]} gives {new.get(changed[0])}, and gave {old[changed[0]]} before{more}"
    parts = [
        f"{one['id']} gives {one['points']} points, and gave {other['points']} before"
        for other in before["parts"]
        for one in after["parts"]
        if one["id"] == other["id"] and one["points"] != other["points"]
    ]
    if parts and (not by_test or before["points"] != after["points"]):
        return parts[0]
    if before["verdict"] != after["verdict"]:
        return f"the verdict is {after['verdict']}, and was {before['verdict']} before"
    return ""


def _not_run(result: Result) -> set[str]:
    """The tests of which nothing is known, since earlier ones of their part were stopped by a limit."""
    stopped = {part["id"] for part in result["parts"] if any(test["verdict"] == "TLE" for test in part["tests"])}
    parts = [{**part, "tests": part["tests"] if part["id"] in stopped else []} for part in result["parts"]]
    return {name for name, test in tests_of({**result, "parts": parts}).items() if test["verdict"] == "SK"}


def _of_parts(before: Result, after: Result) -> str:
    """Which part has another verdict, in words; empty if none has."""
    old = {part["id"]: part["verdict"] for part in before["parts"]}
    changed = [part for part in after["parts"] if part["verdict"] != old.get(part["id"])]
    return (
        f"{changed[0]['id']} gives {changed[0]['verdict']}, and gave {old.get(changed[0]['id'])} before"
        if changed
        else ""
    )


CHECK = Check("determinism", "do two runs, two seeds and both orders give the same verdicts?", prove)
