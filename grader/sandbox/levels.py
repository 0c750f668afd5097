"""The level of isolation asked for -> a sandbox at that level, or at the best one that works here."""

from __future__ import annotations

import sys
from functools import cache

from grader.errors import GraderError, SandboxError
from grader.model import Command, Ending, Isolation, Limits
from grader.plugins import Sandbox
from grader.reach import find_python
from grader.sandbox.full import FullSandbox
from grader.sandbox.none import NoSandbox


def open_sandbox(asked: str) -> Sandbox:
    """The sandbox for `full`, `none`, or `auto`: the best that works on this machine, tried by doing.

    Raises SandboxError when the level asked for can't be had.
    """
    if asked == Isolation.RESTRICTED.value:
        raise SandboxError("the level `restricted` is not there yet; use `full` or `none`")
    if asked == Isolation.NONE.value:
        return NoSandbox()
    if asked not in ("auto", Isolation.FULL.value):
        raise SandboxError(f"there is no level of isolation `{asked}`: full, none or auto")
    sandbox, why = try_full()
    if sandbox is not None:
        return sandbox
    if asked == Isolation.FULL.value:
        raise SandboxError(f"the level `full` does not work here: {why}")
    return NoSandbox()


@cache
def try_full() -> tuple[Sandbox | None, str]:
    """The sandbox of level `full` if a program runs in it, and why not otherwise."""
    if sys.platform != "linux":
        return None, "it needs Linux"
    try:
        sandbox = FullSandbox()
        python, _roots = find_python()
        with sandbox.start(Command((str(python), "-S", "-c", "print('inside')"), {}), Limits()) as process:
            outcome = process.run_to_end()
    except GraderError as error:
        return None, str(error)
    if outcome.ending is Ending.EXITED and outcome.stdout == b"inside\n":
        return sandbox, ""
    said = outcome.stderr.decode("utf-8", "replace").strip()
    return None, f"a program in it {outcome.ending.value} ({said})"
