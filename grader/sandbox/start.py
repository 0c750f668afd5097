"""A Command and its limits -> a Process, by way of a launcher; what all levels share of starting one."""

from __future__ import annotations

import itertools
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.errors import SandboxError
from grader.model import MEBIBYTE, Command, Limits
from grader.sandbox.cgroup import Ground
from grader.sandbox.process import Pipes, Process, Start
from grader.sandbox.server import LOCALE, Launched

SPARE_USERS = range(61184, 65520)
_user_numbers = itertools.count(os.getpid() * 16)
OUR_PROCESSES = 3
LAUNCHER_BYTES = 8 * MEBIBYTE  # a whole start of `true` took 2 MiB of a fork, 6 of an interpreter of its own


@dataclass(frozen=True, slots=True)
class Confinement:
    """What is taken from a program just before it starts: the system calls that do it, and a seccomp filter.

    The calls are prctl and the three of Landlock, by which only the box can be written, or zeros.
    """

    kernel: tuple[int, int, int, int]
    filter: bytes

    def fields(self) -> list[bytes]:
        """As the launcher takes them."""
        return [b" ".join(b"%d" % number for number in self.kernel), self.filter]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a start takes place: the box as seen from inside, the nonce that proves it, the user that owns it.

    `launch` hands a launcher the descriptors of a start; `alone` says that no other processes count towards the
    user's limit. `confinement` is what the launcher takes from the program before it starts; `fresh` are folders that
    it mounts empty, with their sizes in bytes; `folder` is the box on this machine, where its size has to be watched.
    `ground` is where a group for the start can be made.
    """

    box: str
    nonce: bytes
    user: int | None
    launch: Callable[[Sequence[int]], Launched]
    alone: bool = False
    confinement: Confinement | None = None
    fresh: Mapping[str, int] = field(default_factory=dict)
    folder: Path | None = None
    tidy: Callable[[], object] = lambda: None
    ground: Ground | None = None


def spare_user() -> int | None:
    """A user id that nobody has, to run as where we are root; None where we are not.

    Each launcher gets another one, so that parallel submissions can't signal one another where nothing else
    keeps them apart.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    return SPARE_USERS[next(_user_numbers) % len(SPARE_USERS)]


def start(command: Command, limits: Limits, place: Place) -> Process:
    """Start the program of the command at this place."""
    files = _files(command.files)
    secret = secrets.token_hex(16).encode()
    ends = _Ends(command.channel, place.user)
    group = None
    try:
        try:
            launched = place.launch(ends.inside)
        finally:
            ends.close_inside()
        header = _header(command, limits, place, secret, files)
        if place.ground is not None:
            allowed_bytes = _whole_bytes(command, limits, place, len(header))
            group = place.ground.hold(launched, allowed_bytes, limits.processes + 1)
    except BaseException:
        ends.close_outside()
        place.tidy()
        raise
    started = Start(launched, ends.pipes(), place.box, place.folder, place.tidy, secret, group)
    return Process(started, header, command, limits)


def _header(command: Command, limits: Limits, place: Place, secret: bytes, files: list[bytes]) -> bytes:
    told = [
        os.fsencode(command.folder),
        os.fsencode(command.collect or ""),
        b"%d" % limits.disk_bytes,
        _pairs(_rlimits(command, limits, place.alone or place.user is not None)),
        _pairs(place.fresh),
        *(place.confinement.fields() if place.confinement else [b"", b""]),
        *_program(command, place.box),
    ]
    fields = [secret, place.nonce, os.fsencode(place.box), *told, *files]
    return b"".join(b"%d:%b," % (len(field), field) for field in fields)


def _whole_bytes(command: Command, limits: Limits, place: Place, header_bytes: int) -> int:
    """What a start may take in all, where the kernel counts all of it.

    That is more than the program's own memory: the launcher, which holds the header a few times over, and the files of
    the box, which may lie in memory. They must cost nobody the memory limit, so all that they may fill comes on top.
    """
    files_bytes = sum(place.fresh.values()) or 2 * limits.disk_bytes
    return limits.memory_bytes + command.overhead_bytes + LAUNCHER_BYTES + 4 * header_bytes + files_bytes


class _Ends:
    """The pipes of a start: for each its end that goes into the box and the one that stays with us."""

    _INWARDS = ("control", "stdin", "requests")
    _NAMES = ("control", "report", "stdin", "stdout", "stderr", "requests", "replies")

    def __init__(self, channel: bool, user: int | None) -> None:
        self.inside: list[int] = []
        self.outside: list[int] = []
        for name in self._NAMES if channel else self._NAMES[:5]:
            reader, writer = os.pipe()
            inside, outside = (reader, writer) if name in self._INWARDS else (writer, reader)
            self.inside.append(inside)
            self.outside.append(outside)
            if user is not None:
                os.fchown(inside, user, user)  # so that runtimes can open it again by /dev/fd/N

    def pipes(self) -> Pipes:
        """The ends that stay with us."""
        control, report, stdin, stdout, stderr, *channel = self.outside
        requests, replies = channel or (None, None)
        return Pipes(control, report, stdin, stdout, stderr, requests, replies)

    def close_inside(self) -> None:
        """Our copies of the ends that the launcher has now."""
        for descriptor in self.inside:
            os.close(descriptor)

    def close_outside(self) -> None:
        """Our own ends, when nothing came of it."""
        for descriptor in self.outside:
            os.close(descriptor)


def _pairs(numbers: Mapping[str, int]) -> bytes:
    return b" ".join(b"%s=%d" % (name.encode(), value) for name, value in numbers.items())


def _rlimits(command: Command, limits: Limits, alone: bool) -> dict[str, int]:
    """The limits that the kernel enforces.

    That of processes counts all that the user has, so it is set only where the user has nothing else but our own
    few; and CPU time is that of one process, which says nothing for a driver that serves many tests.
    """
    rlimits = {
        "RLIMIT_CORE": 0,
        "RLIMIT_DATA": limits.memory_bytes + command.overhead_bytes,
        "RLIMIT_FSIZE": limits.disk_bytes,
        "RLIMIT_NOFILE": 256,
    }
    if alone:
        rlimits["RLIMIT_NPROC"] = limits.processes + OUR_PROCESSES
    if not command.channel:
        rlimits["RLIMIT_CPU"] = int(limits.cpu_s) + 2
    return rlimits


def _program(command: Command, box: str) -> list[bytes]:
    """The arguments and the variables of the program, each list after its length."""
    temporary = "/tmp" if box == "/box" else f"{box}/tmp"
    environment = (
        {
            "PATH": "/usr/bin:/bin",
            "HOME": temporary,
            "TMPDIR": temporary,
        }
        | LOCALE
        | dict(command.environment)
    )
    return [
        b"%d %d" % (len(command.argv), len(environment)),
        *(os.fsencode(argument) for argument in command.argv),
        *(os.fsencode(f"{name}={value}") for name, value in environment.items()),
    ]


def _files(files: Mapping[str, bytes]) -> list[bytes]:
    fields: list[bytes] = []
    for path, content in files.items():
        if path.startswith("/") or ".." in path.split("/"):
            raise SandboxError(f"{path!r} is no path inside a box")
        fields += [os.fsencode(path), content]
    return fields
