"""A test -> what it puts to a submission, and what it expects, as far as its kind is one of ours."""

from __future__ import annotations

from typing import Any

from grader.kinds._members import MembersCheck
from grader.kinds.call import CallCheck
from grader.kinds.object import ObjectCheck
from grader.kinds.program import ProgramCheck
from grader.plugins import Check

Key = tuple[str, str]


def input_of(check: Check) -> Key | None:
    """The same for two tests exactly when they put the same; None where that can't be told."""
    if isinstance(check, CallCheck):
        return "call", repr(check.step)
    if isinstance(check, ObjectCheck):
        return "steps", repr([stage.step for stage in check.stages])
    if isinstance(check, ProgramCheck):
        return "run", repr((check.arguments, check.stdin))
    return None


def made_of(check: Check) -> Any:
    """All that is put and expected, to see whether it is the same when it is made once more."""
    if isinstance(check, MembersCheck):
        return check.function, [(check.table.raw[index], check.table.expected[index]) for index in check.chosen]
    return input_of(check), expected_of(check)


def expected_of(check: Check) -> Any:
    """What must come back, to be compared with what another test expects; None where that can't be told."""
    if isinstance(check, CallCheck):
        return repr((check.expected, check.raises)) if check.expected or check.raises else None
    if isinstance(check, ObjectCheck):
        return repr([(stage.expected, stage.raises) for stage in check.stages])
    if isinstance(check, ProgramCheck):
        return check.expected
    return None
