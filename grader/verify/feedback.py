"""What students are told of each wrong solution -> whether it names an input that fails, and how to repeat it.

Where a domain is asked, the input is the first that fails, so its author puts the smallest first. Repeated is what the
command in the feedback does: the part is graded by itself, and the test must say the same.
"""

from __future__ import annotations

import re

from grader import redact
from grader.errors import Fault
from grader.verify._grading import failing, grade
from grader.verify.desk import Asking, Result
from grader.verify.findings import Check, Findings
from grader.verify.package import Package
from grader.verify.solutions import Solution


def prove(package: Package) -> Findings:
    """The feedback of each wrong solution, as its student would get it."""
    graded = grade(package, package.wrong)
    faults: list[Fault] = []
    by_part: dict[str, list[tuple[Solution, Result]]] = {}
    unbuilt = hidden = named = 0
    for solution, result in graded.results:
        told = redact.for_student(result)
        tests = [(part, test) for part, test in failing(told) if not test["hidden"]]
        if not told["build"]["ok"]:
            unbuilt += 1
            faults += (
                []
                if told["build"]["message"]
                else [solution.fault(f"{solution.name}: nobody says why it can't be run")]
            )
        elif tests:
            found = [_objection(test) for _part, test in tests]
            faults += [solution.fault(f"{solution.name}, {said}") for said in found if said]
            named += not any(found)
            by_part.setdefault(tests[0][0]["id"], []).append((solution, result))
        elif failing(told):
            hidden += 1
            if not any(test["hint"] for _part, test in failing(told)):
                faults.append(
                    solution.fault(f"{solution.name} fails in hidden tests alone, and none of them has a `hint`")
                )
    repeated = 0
    for part, pairs in by_part.items():
        found_again = _repeated(package, part, pairs)
        faults += found_again
        repeated += len(pairs) - len(found_again)
    said = f"{named} name an input that fails, {repeated} repeat it; {unbuilt} can't be run, {hidden} fail hidden"
    return Findings(said, (*graded.faults, *faults), graded.untried)


def _objection(test: Result) -> str | None:
    """What a student lacks in the feedback of a test that fails."""
    if not test["message"]:
        return f"{test['id']} says nothing"
    # A program that ends without a word has an empty transcript, which shows all there was.
    if test["kind"] in NAMING and not test["input"] and test["transcript"] is None:
        return f"{test['id']} names no input that fails"
    if not re.fullmatch(r"grader check .+ --part \S+", test["repeat"] or ""):
        return f"{test['id']} has no command that repeats it"
    return None


NAMING = ("call", "object", "domain", "dialogue")  # kinds that have an input to name
REPEATABLE = ("call", "object", "domain", "program")


def _repeated(package: Package, part: str, pairs: list[tuple[Solution, Result]]) -> list[Fault]:
    """Where grading this part alone says something else of the first test in it that fails."""
    asking = Asking(package.problem, parts=(part,))
    before = {solution.name: _first(result, part) for solution, result in pairs}
    again = grade(package, [solution for solution, _result in pairs], asking)
    return [
        *again.faults,
        *(
            solution.fault(
                f"{solution.name}: `--part {part}` repeats something else: "
                f"{_first(result, part)}; before, {before[solution.name]}"
            )
            for solution, result in again.results
            if _first(result, part) != before[solution.name]
        ),
    ]


def _first(result: Result, part: str) -> str:
    """The first test of the part that fails, its verdict, and its input where that is the same each time."""
    for one, test in failing(result):
        if one["id"] == part:
            # How far it comes before a limit stops it, and what is drawn by chance, is another thing each time.
            is_same = test["kind"] in REPEATABLE and test["verdict"] not in ("TLE", "MLE", "OLE")
            return f"{test['id']} gives {test['verdict']}" + (f" for {test['input']}" if is_same else "")
    return "no test fails"


CHECK = Check("feedback", "does feedback name an input that fails, and how to repeat it?", prove)
