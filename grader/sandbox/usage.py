"""A process id -> what that process and all below it use, as the kernel counts it.

Reads `/proc`; where there is none (macOS, Windows) everything is not known, and only the limits that the kernel
itself enforces are left.
"""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Sequence
from pathlib import Path

from grader.model import Usage

_PROC = Path("/proc")
_KNOWN = (_PROC / "self" / "stat").exists()
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_OWN_MEMORY = re.compile(rb"^Rss(?:Anon|Shmem):\s+(\d+) kB", re.MULTILINE)
_FAIR_MEMORY = re.compile(rb"^Pss_(?:Anon|Shmem):\s+(\d+) kB", re.MULTILINE)
_MOST = 4096
_MOST_FILES, _DEEPEST = 65_536, 200
_ALL_OF_A_PROCESS = 2  # as clock_getcpuclockid(3) makes the number of a process's clock: user and system time together


def descendants(pid: int) -> list[int]:
    """The processes below this one, parents first, itself left out; at most 4,096 of them."""
    found: list[int] = []
    waiting = [pid]
    while waiting and len(found) < _MOST:
        parent = waiting.pop()
        for child in _children(parent):
            found.append(child)
            waiting.append(child)
    return found


def _children(pid: int) -> list[int]:
    numbers: list[int] = []
    folder = f"/proc/{pid}/task"
    try:
        for task in os.listdir(folder):  # noqa: PTH208 - a hot loop over names
            with open(f"{folder}/{task}/children", "rb") as file:  # noqa: PTH123
                numbers += [int(number) for number in file.read().split()]
    except (OSError, ValueError):
        pass
    return numbers


def tree_usage(pid: int) -> Usage:
    """What the processes below this one use, and used: those whose parent died were waited for by this one."""
    if not _KNOWN:
        return Usage(None, None, None)
    launcher = _stat(pid)
    cpu_s, resident_bytes, threads = _of_children_s(launcher) if launcher is not None else 0.0, 0, 0
    for process in descendants(pid):
        stat = _stat(process)
        if stat is None:
            continue
        cpu_s += _cpu_s(process, stat)
        resident_bytes += _own_bytes(process)
        threads += int(stat[17])
    return Usage(cpu_s, resident_bytes, threads)


def _cpu_s(pid: int, stat: Sequence[bytes]) -> float:
    """The CPU time of a process and of its children that were waited for.

    The clock of the process itself goes by nanoseconds, what stands in /proc by hundredths of a second.
    """
    of_children = _of_children_s(stat)
    try:
        return of_children + time.clock_gettime((~pid << 3) | _ALL_OF_A_PROCESS)
    except OSError:
        return of_children + sum(int(stat[index]) for index in (11, 12)) / _TICKS


def _of_children_s(stat: Sequence[bytes]) -> float:
    """The CPU time of the children that this process waited for, and of theirs."""
    return sum(int(stat[index]) for index in (13, 14)) / _TICKS


def tree_rests(pid: int) -> bool:
    """Whether no thread of the processes below this one runs or could run: then their clocks tell all they did.

    The clock of a process with a limit of CPU time leaves out what a thread did since the last tick or switch.
    """
    return not any(b"R" in _states(process) for process in descendants(pid))


def all_sleep(pid: int) -> bool:
    """Whether all threads of the processes below this one wait for something that is neither a core nor a disk."""
    states = [state for process in descendants(pid) for state in _states(process)]
    return bool(states) and not {b"R", b"D"} & set(states)


def _states(pid: int) -> list[bytes]:
    folder = f"/proc/{pid}/task"
    try:
        threads = os.listdir(folder)  # noqa: PTH208 - a hot loop over names
    except OSError:
        return []
    return [stat[0] for thread in threads if (stat := _stat(f"{pid}/task/{thread}")) is not None]


def tree_shared_fairly(pid: int) -> int | None:
    """The memory of the processes below, with pages that forks share counted once; slower. None if not known."""
    total = 0
    for process in descendants(pid):
        try:
            with open(f"/proc/{process}/smaps_rollup", "rb") as file:  # noqa: PTH123
                found = _FAIR_MEMORY.findall(file.read())
        except ProcessLookupError:
            continue
        except OSError:
            return None
        total += sum(int(kibibytes) for kibibytes in found) * 1024
    return total


def _stat(pid: int | str) -> list[bytes] | None:
    """The fields of /proc/PID/stat that come after the name, which may itself hold blanks and brackets."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return None


def _own_bytes(pid: int) -> int:
    """Resident memory without what files back, so that forks don't count the libraries again."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:  # noqa: PTH123
            found = _OWN_MEMORY.findall(file.read())
    except OSError:
        return 0
    return sum(int(kibibytes) for kibibytes in found) * 1024


def folder_bytes(folder: Path) -> float:
    """What the files below the folder take on the disk, links not followed.

    Endless where there are more files or deeper folders than any honest program makes: looking on would take too long.
    """
    total, count = 0, 0
    waiting = [(str(folder), 0)]
    while waiting:
        path, depth = waiting.pop()
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    count += 1
                    if count > _MOST_FILES or depth > _DEEPEST:
                        return math.inf
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, depth + 1))
        except OSError:
            continue
    return total
