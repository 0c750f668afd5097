"""The level of isolation asked for -> a sandbox at that level, or at the best one that works here."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from grader.errors import GraderError, SandboxError
from grader.model import Command, Ending, Isolation, Limits
from grader.plugins import Sandbox
from grader.reach import find_python
from grader.sandbox.full import FullSandbox
from grader.sandbox.none import NoSandbox
from grader.sandbox.restricted import RestrictedSandbox

CLOSED: Mapping[Isolation, Callable[[], Sandbox]] = {
    Isolation.FULL: FullSandbox,
    Isolation.RESTRICTED: RestrictedSandbox,
}


def open_sandbox(asked: str) -> Sandbox:
    """The sandbox for `full`, `restricted`, `none`, or `auto`: the best that works on this machine, tried by doing.

    Raises SandboxError when the level asked for can't be had.
    """
    if asked == Isolation.NONE.value:
        return NoSandbox()
    if asked == "auto":
        found = (try_level(level)[0] for level in CLOSED)
        return next((sandbox for sandbox in found if sandbox is not None), None) or NoSandbox()
    if asked not in [level.value for level in CLOSED]:
        raise SandboxError(f"there is no level of isolation `{asked}`: full, restricted, none or auto")
    sandbox, why = try_level(Isolation(asked))
    if sandbox is None:
        raise SandboxError(f"the level `{asked}` does not work here: {why}")
    return sandbox


def begin_to_open(asked: str) -> None:
    """Begin what `open_sandbox` will wait for, so that others can use the time."""
    with contextlib.suppress(GraderError, ValueError):
        level = Isolation.FULL if asked == "auto" else Isolation(asked)
        if level in CLOSED and sys.platform == "linux" and level not in _under_way:
            _under_way[level] = _begun(level)


@cache
def try_level(level: Isolation) -> tuple[Sandbox | None, str]:
    """The sandbox of this level if a program runs in it, and why not otherwise."""
    if sys.platform != "linux":
        return None, "it needs Linux"
    try:
        sandbox, process = _under_way.get(level) or _begun(level)
        _under_way[level] = None
        with process:
            outcome = process.run_to_end()
    except GraderError as error:
        return None, str(error)
    if outcome.ending is Ending.EXITED and outcome.stdout == b"inside\n":
        return sandbox, ""
    said = outcome.stderr.decode("utf-8", "replace").strip()
    return None, f"a program in it {outcome.ending.value} ({said})"


_under_way: dict[Isolation, tuple[Sandbox, Any] | None] = {}


def _begun(level: Isolation) -> tuple[Sandbox, Any]:
    """The sandbox of this level and a program that was started in it, to see whether it runs."""
    sandbox = CLOSED[level]()
    python, _roots = find_python()
    return sandbox, sandbox.start(Command((str(python), "-S", "-c", "print('inside')"), {}), Limits())
