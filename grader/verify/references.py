"""The references of a package -> whether each is accepted in full, in every language, and every part by one of them."""

from __future__ import annotations

from grader.errors import Fault
from grader.verify._grading import grade
from grader.verify._told import claim_faults, worst_test
from grader.verify.desk import Result
from grader.verify.findings import Check, Findings
from grader.verify.package import Package
from grader.verify.solutions import Solution

LEFT_OUT = "expect.yaml in its folder says what it leaves out on purpose"


def prove(package: Package) -> Findings:
    """A reference gets every point of its form, or just what its `expect.yaml` says."""
    graded = grade(package, package.references)
    faults = [*graded.faults]
    for solution, result in graded.results:
        faults += reference_faults(solution, result)
    tried = {solution.language for solution, _result in graded.results}
    there = {solution.language for solution in package.references}
    looked = " and in ".join(map(str, package.solutions.looked))
    untried = [*graded.untried]
    lacking = [name for name in package.languages if name not in there]
    if lacking:
        untried.append(f"no reference in {', '.join(lacking)}; looked in {looked}")
    if package.language is None and not untried and not graded.faults:
        faults += _never_earned(package, [result for _solution, result in graded.results])
    count = sum(not reference_faults(solution, result) for solution, result in graded.results)
    said = f"{count} of {len(package.references)} accepted as they should be, {len(tried)} languages"
    return Findings(said, tuple(faults), tuple(untried), (f"looked in {looked}",))


def reference_faults(solution: Solution, result: Result) -> list[Fault]:
    """What is wrong about the result of a reference."""
    if result["submission"]["language"] != solution.language:
        return [solution.fault(f"{solution.name} is taken for {result['submission']['language']}")]
    if solution.expected is not None:
        return claim_faults(solution, result)
    short = [
        f"{part['id']} {part['points']:g} of {part['max_points']:g}"
        for part in result["parts"]
        if part["points"] is not None and part["points"] != part["max_points"]
    ]
    if result["verdict"] in ("AC", "PD") and not short:
        return []
    points = "; ".join(short) or result["verdict"]
    return [solution.fault(f"{solution.name} is not accepted in full: {points}. {worst_test(result)} ({LEFT_OUT})")]


def _never_earned(package: Package, results: list[Result]) -> list[Fault]:
    """Parts that no reference earns: nobody knows whether that can be done."""
    faults = {}
    for placed in package.tests():
        wanted = (placed.form.title or placed.form.id, placed.part.id)
        earned = (
            (result["form"], part["id"])
            for result in results
            for part in result["parts"]
            if part["points"] is None or part["verdict"] == "AC"
        )
        if wanted not in earned:
            message = f"no reference earns the part `{placed.part.id}`, so nobody knows that it can be earned"
            faults[placed.part_path] = package.fault(message, *placed.part_path)
    return list(faults.values())


CHECK = Check("references", "is every reference accepted in full, in every language?", prove)
