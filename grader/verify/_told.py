"""A result and what its author expects -> each difference as a fault at its line."""

from __future__ import annotations

from grader.errors import Fault
from grader.verify._grading import failing
from grader.verify.desk import Result
from grader.verify.solutions import Solution


def claim_faults(solution: Solution, result: Result) -> list[Fault]:
    """Where the result is another than `expect.yaml` says."""
    expected = solution.expected
    if expected is None:
        return []
    faults = []
    got = {part["id"]: part["points"] for part in result["parts"]}
    if result["submission"]["language"] != expected.language:
        said = f"it is taken for {result['submission']['language']}, not for {expected.language}"
        faults.append(solution.fault(said, "language"))
    if result["verdict"] != expected.verdict:
        said = f"the verdict is {result['verdict']}, not {expected.verdict}. {worst_test(result)}".rstrip()
        faults.append(solution.fault(said, "verdict"))
    if result["points"] != expected.points:
        said = f"it gets {_points(result['points'])} points, not {expected.points:g}"
        faults.append(solution.fault(said, "points"))
    for name, points in expected.parts.items():
        if name not in got:
            there = ", ".join(got)
            faults.append(solution.fault(f"there is no part `{name}` in its form, only {there}", "parts", name))
        elif got[name] != points:
            said = f"the part `{name}` gives {_points(got[name])} points, not {points:g}"
            faults.append(solution.fault(said, "parts", name))
    forgotten = [name for name in got if name not in expected.parts]
    if forgotten:
        faults.append(solution.fault(f"`parts` says nothing of {', '.join(forgotten)}", "parts"))
    return faults


def worst_test(result: Result) -> str:
    """The first test that refuses it, in a sentence."""
    if not result["build"]["ok"] and result["build"]["message"]:
        return f"It can't be built: {result['build']['message'].splitlines()[0]}"
    for part, test in failing(result):
        said = f" {test['message'].splitlines()[0]}" if test["message"] else ""
        asked = f" ({test['input'].splitlines()[0][:80]})" if test["input"] else ""
        return f"{test['id']} of part {part['id']} gives {test['verdict']}{asked}:{said}"
    return ""


def _points(points: float | None) -> str:
    return "no" if points is None else f"{points:g}"
