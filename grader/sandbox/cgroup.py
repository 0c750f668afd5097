"""The cgroup that this process may govern -> one group per start, or none.

A limit per process lets a tree of processes use it many times over, and a look at the tree now and then misses what
is short. The kernel counts a whole tree exactly, where a service manager or a container has handed us a piece of the
cgroup v2 tree. Whether it has is found by doing, once; each step that fails means that memory is polled as elsewhere.

Our own process has to leave the piece for a leaf of it (a group that hands `memory` down may hold no processes). The
leaf stays when we end, as does the group of a start if we are killed: both go with the piece, and to hand nothing down
any more would harm others who work in it. To move a launcher into a group the kernel takes some 10 ms, nearly all of
a start's extra cost; a group for each start is worth it, since a peak can't be set back before Linux 6.12.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from grader.sandbox.server import Launched
from grader.sandbox.usage import descendants

LEAF, START = "grader-self", "grader-start"
BY_CGROUP, BY_POLLING = "memory by cgroup", "memory by polling"
REMOVE_S = 0.5
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Calls:
    """How the tree of groups is changed: make and remove a folder, write a file that is there."""

    make: Callable[[Path], None]
    write: Callable[[Path, str], None]
    remove: Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Spent:
    """What the kernel counted for one start.

    `over_limit` says that something was ended since the start needed more than it may have, `starved` that something
    was ended although it did not: there the machine, or what we may use of it together, had no more.
    """

    peak_bytes: int | None
    over_limit: bool
    starved: bool


class _Lacking(Exception):
    """A step failed, so there is nothing that we govern."""


class Group:
    """The group of one start."""

    def __init__(self, folder: Path, calls: Calls) -> None:
        self.folder = folder
        self._calls = calls

    def spent(self) -> Spent:
        """What was counted so far."""
        events = _counts(self.folder / "memory.events")
        killed = events.get("oom_kill", 0) > 0
        over_limit = killed and events.get("oom", 0) > 0
        return Spent(self._peak_bytes(), over_limit, killed and not over_limit)

    def _peak_bytes(self) -> int | None:
        """The most memory at a time, without what the system keeps of files that were read: it can have that back."""
        try:
            peak_bytes = int((self.folder / "memory.peak").read_text())
        except (OSError, ValueError):
            return None
        now = _counts(self.folder / "memory.stat")
        return max(0, peak_bytes - max(0, now.get("file", 0) - now.get("shmem", 0)))

    def remove(self) -> None:
        """End what is left in it, and remove it; one that can't be removed stays, empty."""
        with contextlib.suppress(OSError):
            self._calls.write(self.folder / "cgroup.kill", "1")
        until = time.monotonic() + REMOVE_S
        while True:
            try:
                return self._calls.remove(self.folder)
            except OSError as error:
                if error.errno != errno.EBUSY or time.monotonic() > until:
                    return None
            time.sleep(0.002)


class Ground:
    """Where groups can be made. `lacking` says why none can, "" where they can."""

    def __init__(self, folder: Path, calls: Calls, lacking: str = "") -> None:
        self.lacking = lacking
        self._folder = folder
        self._calls = calls

    @property
    def layer(self) -> str:
        """How memory is limited, as a layer of isolation."""
        return BY_POLLING if self.lacking else BY_CGROUP

    def hold(self, launched: Launched, memory_bytes: int, processes: int) -> Group | None:
        """A group around a launcher that was just started and all that it will start; None where there can't be one.

        When that can't be done any more, this ground is given up: from then on memory is polled, and so it is said.
        Raises SandboxError when there is no launcher.
        """
        if self.lacking:
            return None
        try:
            group = self.open(memory_bytes, processes)
        except _Lacking as failure:
            self.lacking = str(failure)
            return None
        try:
            with _step("moving a launcher into a group"):
                for pid in (launched.pid, *descendants(launched.pid)):  # it has a child that waits
                    self._calls.write(group.folder / "cgroup.procs", str(pid))
        except _Lacking as failure:
            group.remove()
            if not isinstance(failure.__cause__, ProcessLookupError):  # then it has ended already, which others tell
                self.lacking = str(failure)
            return None
        except BaseException:
            group.remove()
            raise
        return group

    def open(self, memory_bytes: int, processes: int) -> Group:
        """A new group with these limits, still empty. Raises _Lacking."""
        with _step("making a group"):
            group = Group(_make(self._folder, START, self._calls), self._calls)
        try:
            with _step("limiting a group"):
                self._calls.write(group.folder / "memory.max", str(memory_bytes))
                for name, value in (("memory.swap.max", 0), ("memory.oom.group", 1), ("pids.max", processes)):
                    if (group.folder / name).exists():
                        self._calls.write(group.folder / name, str(value))
        except _Lacking:
            group.remove()
            raise
        return group


@cache
def ground() -> Ground:
    """The ground of this process."""
    return find(Path("/proc"), Calls(Path.mkdir, _write, Path.rmdir))


def find(proc: Path, calls: Calls) -> Ground:
    """The ground of this process, made ready; this process may move into a leaf of it."""
    folder = Path()
    try:
        with _step("looking up our own group"):
            folder = _own_group(proc)
        if folder.name.startswith(LEAF):  # a grader that started us has made it ready
            folder = folder.parent
        found = Ground(folder, calls)
        _hand_down(folder, calls)
        found.open(1 << 30, 100).remove()
    except _Lacking as failure:
        return Ground(folder, calls, str(failure))
    return found


def _own_group(proc: Path) -> Path:
    """The folder of the group that this process is in."""
    lines = (proc / "self" / "cgroup").read_text().splitlines()
    own = next((PurePosixPath(line[3:]) for line in lines if line.startswith("0::")), None)
    for line in (proc / "self" / "mountinfo").read_text().splitlines():
        where, _, what = line.partition(" - ")
        if own is None or ".." in own.parts or not what.startswith("cgroup2 "):
            continue
        root, mounted = where.split(" ")[3:5]
        if own.is_relative_to(root):
            return Path(re.sub(r"\\(\d{3})", lambda found: chr(int(found[1], 8)), mounted)) / own.relative_to(root)
    raise _Lacking("this process is in no group of cgroup version 2 that it can see")


def _hand_down(folder: Path, calls: Calls) -> None:
    """See to it that groups in this folder have a limit of memory, and of processes where that can be had."""
    with _step("asking which controllers there are"):
        offered = (folder / "cgroup.controllers").read_text().split()
        given = (folder / "cgroup.subtree_control").read_text().split()
    if "memory" not in offered:
        raise _Lacking("the controller `memory` is not handed to our group")
    if "memory" not in given:
        _enable_memory(folder, calls)
    if "pids" in offered:
        with contextlib.suppress(OSError):
            calls.write(folder / "cgroup.subtree_control", "+pids")


def _enable_memory(folder: Path, calls: Calls) -> None:
    """Hand `memory` down; where our own process is in the way, and no other, it moves into a leaf."""
    switch = folder / "cgroup.subtree_control"
    try:
        calls.write(switch, "+memory")
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise _Lacking(_said("handing down `memory`", error)) from error
    else:
        return
    pid = str(os.getpid())
    with _step("asking who is in our group"):
        if (folder / "cgroup.procs").read_text().split() != [pid]:
            raise _Lacking("other processes are in our group too")
    with _step("making a leaf for the grader itself"):
        leaf = _make(folder, LEAF, calls)
    try:
        with _step("moving the grader into a leaf"):
            calls.write(leaf / "cgroup.procs", pid)
        with _step("handing down `memory`"):
            calls.write(switch, "+memory")
    except _Lacking:
        with contextlib.suppress(OSError):
            calls.write(folder / "cgroup.procs", pid)
            calls.remove(leaf)
        raise


def _make(folder: Path, name: str, calls: Calls) -> Path:
    """A folder of a name that is not taken yet: other graders may work here too."""
    while True:
        made = folder / f"{name}-{os.getpid()}-{next(_numbers)}"
        try:
            calls.make(made)
        except FileExistsError:
            continue
        return made


def _write(path: Path, text: str) -> None:
    """Write a file that is there by one call, as the kernel wants it."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _counts(path: Path) -> dict[str, int]:
    """The numbers of a file of lines `name number`; none if it can't be read."""
    try:
        return {name: int(number) for name, number in (line.split() for line in path.read_text().splitlines())}
    except (OSError, ValueError):
        return {}


@contextlib.contextmanager
def _step(what: str) -> Iterator[None]:
    """A fault of the system in here means that we govern nothing."""
    try:
        yield
    except OSError as error:
        raise _Lacking(_said(what, error)) from error


def _said(what: str, error: OSError) -> str:
    name = errno.errorcode.get(error.errno or 0, str(error.errno))
    return f"{what} failed: {os.strerror(error.errno or 0)} ({name})"
