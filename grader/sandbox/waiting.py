"""A tree of processes -> whether it waits for its standard input, as the kernel says: seen, not guessed from silence.

A thread that is blocked in `read(0, ..)`, or in `epoll_wait` or `poll` without an end to the time and with standard
input among what it waits for, can go on only when something is typed. Where `/proc` tells no system calls, nobody is
ever seen to wait.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Mapping
from pathlib import Path

from grader.sandbox.usage import descendants

_FOREVER = 0xFFFFFFFFFFFFFFFF
_FOREVER_INT = 0xFFFFFFFF
# read, readv; epoll_wait (its fourth argument is the time), epoll_pwait; poll, ppoll; select, pselect6
_CALLS: Mapping[str, Mapping[int, str]] = {
    "x86_64": {0: "read", 19: "read", 232: "epoll", 281: "epoll", 7: "poll", 271: "ppoll", 23: "select", 270: "select"},
    "aarch64": {63: "read", 65: "read", 22: "epoll", 73: "ppoll", 72: "select"},
}
_WATCHED = re.compile(rb"^tfd:\s+0 ", re.MULTILINE)


def waits_for_input(pid: int) -> bool:
    """Whether a process below this one waits for its standard input."""
    calls = _CALLS.get(platform.machine(), {})
    return any(_waits(process, thread, calls) for process in descendants(pid) for thread in _threads(process))


def _threads(process: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{process}/task")  # noqa: PTH208 - asked often
    except OSError:
        return []


def _waits(process: int, thread: str, calls: Mapping[int, str]) -> bool:
    try:
        said = Path(f"/proc/{process}/task/{thread}/syscall").read_text("ascii").split()
    except (OSError, UnicodeDecodeError):
        return False
    if len(said) < 7 or not said[0].isdigit():  # `running`, or `-1` for one that is in no call
        return False
    call, arguments = calls.get(int(said[0])), [int(word, 16) for word in said[1:7]]
    if call == "read":
        return arguments[0] == 0
    if call == "epoll":
        return arguments[3] & _FOREVER_INT == _FOREVER_INT and _watches_input(process, arguments[0])
    if call == "poll":
        return arguments[1] == 1 and arguments[2] & _FOREVER_INT == _FOREVER_INT
    if call == "ppoll":
        return arguments[1] == 1 and arguments[2] == 0
    return call == "select" and arguments[0] == 1 and arguments[4] == 0


def _watches_input(process: int, epoll: int) -> bool:
    try:
        return _WATCHED.search(Path(f"/proc/{process}/fdinfo/{epoll}").read_bytes()) is not None
    except OSError:
        return False
