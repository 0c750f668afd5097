"""How a compiler ended -> the same, unless the machine was too busy to let it end."""

from __future__ import annotations

from grader.errors import SandboxError
from grader.model import Ending, Outcome


def in_time(outcome: Outcome) -> Outcome:
    """The outcome. A compiler waits for nothing, so at the limit of wall time it got too little of the machine.

    Raises SandboxError then: nobody knows what it would have said of this code.
    """
    if outcome.ending is Ending.WALL_LIMIT:
        raise SandboxError("the compiler got too little of this machine's time")
    return outcome
