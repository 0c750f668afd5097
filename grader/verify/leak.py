"""Two packages that differ only in what is hidden -> whether a student can tell them apart.

The other package expects other answers in its hidden tests, and is graded as the first one is. Wherever all verdicts
and points are the same, every report for the student must be the same, byte by byte: so nothing of what is hidden, of
what was printed, raised or answered in a hidden test can stand in it. Only the moment of grading and what visible tests
cost are set equal before, since they differ from run to run.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grader import redact
from grader.errors import Fault
from grader.kinds._members import MembersCheck
from grader.kinds.call import CallCheck
from grader.kinds.object import ObjectCheck
from grader.kinds.program import ProgramCheck
from grader.package import Part, Problem, Test
from grader.plugins import Check as TestCheck
from grader.plugins import reports
from grader.values import EnumValue, Value
from grader.verify._grading import grade
from grader.verify._junk_programs import JUNK, junk_program
from grader.verify.desk import Asking, Result
from grader.verify.findings import Check, Findings
from grader.verify.junk import junk_languages
from grader.verify.package import Package
from grader.verify.variants import with_parts

FEW = 2  # kinds of junk; more of them would say the same
COSTS = ("cpu_s", "wall_s", "peak_bytes")


def prove(package: Package) -> Findings:
    """All solutions are graded by both packages."""
    hidden = [placed for placed in package.tests() if placed.part.hidden]
    if not hidden:
        return Findings("no part is hidden (`visible: false`), so there is nothing to leak")
    solutions = (*package.references, *package.wrong)
    asking = Asking(otherwise(package.problem), "hidden otherwise")
    first, second = grade(package, solutions), grade(package, solutions, asking)
    twins = {solution.name: result for solution, result in second.results}
    pairs = [(solution.name, result, twins.get(solution.name)) for solution, result in first.results]
    pairs += _junk(package, asking)
    changed = {placed.test.id for placed in hidden if other_check(placed.test.check) is not placed.test.check}
    faults: list[Fault] = []
    compared = 0
    for name, result, twin in pairs:
        if twin is None or _judged(twin) != _judged(result) or not _is_shown_changed(result, changed):
            continue
        compared += 1
        told = [one for one, report in reports().items() if _seen(report, result) != _seen(report, twin)]
        if told:
            said = f"the feedback for {name} depends on what hidden tests expect, in {', '.join(told)}"
            faults.append(package.fault(said))
    untried = [*first.untried]
    if not compared:
        untried.append("no submission gets the same from both packages, which a wrong one that always fails would")
    rest = len(hidden) - len(changed)
    notes = [f"{rest} hidden tests of kinds whose answers can't be changed here"] if rest else []
    said = f"{compared} submissions compared in {len(reports())} reports, {len(changed)} hidden tests otherwise"
    return Findings(said, (*first.faults, *faults), tuple(untried), tuple(notes))


def _junk(package: Package, asking: Asking) -> list[tuple[str, Result, Result | None]]:
    """Submissions that fail every test, whatever it expects, in both packages."""
    languages, _untried = junk_languages(package)
    junk = [(junk_program(name, one, package.problem.interface), None) for name in languages for one in JUNK[:FEW]]
    both = (package.desk.grade(one, junk) for one in (Asking(package.problem), asking))
    return [
        (submission.id, result, twin)
        for (submission, _path), result, twin in zip(junk, *both, strict=True)
        if "graded" == result["status"] == twin["status"]
    ]


def _judged(result: Result) -> list[object]:
    """All that a student may know of the tests."""
    return [
        result["verdict"],
        [(part["points"], part["verdict"], [test["verdict"] for test in part["tests"]]) for part in result["parts"]],
    ]


def _is_shown_changed(result: Result, changed: set[str]) -> bool:
    """Whether a test that expects something else has refused it, so that there would be something to tell."""
    return any(
        test["id"] in changed and test["verdict"] not in ("AC", "SK")
        for part in result["parts"]
        for test in part["tests"]
    )


def _seen(report: Any, result: Result) -> str:
    """What stands in this report of a student."""
    calm = {**result, "started": "2020-01-01T00:00:00+00:00", "parts": [_calm(part) for part in result["parts"]]}
    return str(report.one(redact.for_student(calm), {"color": False, "folder": ""}))


def _calm(part: Result) -> dict[str, Any]:
    tests = [test if test["hidden"] else {**test, **dict.fromkeys(COSTS)} for test in part["tests"]]
    return {**part, "tests": tests}


# --- the other package -------------------------------------------------------------------------------------


def otherwise(problem: Problem) -> Problem:
    """The same problem, whose hidden tests are called otherwise and expect something else."""

    def changed(part: Part) -> Part:
        return replace(part, tests=tuple(map(_other_test, part.tests))) if part.hidden else part

    return with_parts(problem, lambda parts: tuple(map(changed, parts)))


def _other_test(test: Test) -> Test:
    return replace(test, title=f"{test.title} otherwise", check=other_check(test.check))


def other_check(check: TestCheck) -> TestCheck:
    """The check, which expects something else; the same one where that can't be done."""
    if isinstance(check, CallCheck) and check.expected is not None:
        return replace(check, expected=(other_value(check.expected[0]),))
    if isinstance(check, ObjectCheck):
        stages = [
            stage if stage.expected is None else replace(stage, expected=(other_value(stage.expected[0]),))
            for stage in check.stages
        ]
        return replace(check, stages=tuple(stages))
    if isinstance(check, MembersCheck):
        return replace(check, table=check.table.expecting(other_value))
    if isinstance(check, ProgramCheck) and check.expected is not None:
        return replace(check, expected=f"{check.expected} otherwise", objection=lambda _text: "")
    return check


def other_value(value: Value) -> Value:
    """Another value of the same type, where there is one."""
    if isinstance(value, bool) or value is None or isinstance(value, EnumValue):
        return value
    if isinstance(value, int | float):
        return value + 1_000_003
    if isinstance(value, str):
        return f"{value} otherwise"
    if isinstance(value, list):
        return [*map(other_value, value)]
    if isinstance(value, tuple):
        return tuple(map(other_value, value))
    return value


CHECK = Check("leak", "does feedback stay the same whatever hidden tests expect?", prove)
