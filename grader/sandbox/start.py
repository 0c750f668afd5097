"""A Command and its limits -> a Process, by way of a launcher; what all levels share of starting one."""

from __future__ import annotations

import itertools
import os
import secrets
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from grader.errors import SandboxError
from grader.model import Command, Limits
from grader.sandbox.process import Pipes, Process, Start

SPARE_USERS = range(61184, 65520)
_user_numbers = itertools.count(os.getpid() * 16)


@dataclass(frozen=True, slots=True)
class Launch:
    """What a level is told of a start: the nonce that the box must hold, the user that will own it, the launcher."""

    nonce: bytes
    user: int | None
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Confinement:
    """What Landlock and seccomp leave to a program: the calls that set it up, a filter, two lists of paths."""

    kernel: tuple[int, int, int, int]
    filter: bytes
    readable: tuple[Path, ...]
    writable: tuple[Path, ...]

    def fields(self) -> list[bytes]:
        """As the launcher takes them."""
        return [
            b" ".join(b"%d" % number for number in self.kernel),
            self.filter,
            b"\0".join(map(os.fsencode, self.readable)),
            b"\0".join(map(os.fsencode, self.writable)),
        ]


@dataclass(frozen=True, slots=True)
class Wrapped:
    """The command line that starts the launcher at some level, and where the box is as seen from inside.

    `ours` is the number of our own processes below it; `counts_alone` says that its user's other processes don't
    count towards the limit of processes. `confinement` is what the launcher takes from the program before it
    starts; `folder` is the box on this machine, where its size has to be watched.
    """

    argv: Sequence[str]
    box: str
    ours: int
    counts_alone: bool = False
    confinement: Confinement | None = None
    folder: Path | None = None
    descriptors: tuple[int, ...] = ()
    tidy: Callable[[], None] = lambda: None


def spare_user() -> int | None:
    """A user id that nobody has, to run as where we are root; None where we are not.

    Each start gets another one, so that parallel submissions can't signal one another where nothing else
    keeps them apart.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    return SPARE_USERS[next(_user_numbers) % len(SPARE_USERS)]


@cache
def launcher_source() -> str:
    """The text of the launcher: it is handed over as text, so no folder of ours must be visible inside."""
    return resources.files("grader.sandbox").joinpath("launcher.py").read_text("utf-8")


def start(command: Command, limits: Limits, python: Path, wrap: Callable[[Launch], Wrapped]) -> Process:
    """Start the program of the command in a fresh box, wrapped as the level wants it."""
    files = _files(command.files)
    user = spare_user()
    ends = _Ends(command.channel, user)
    nonce, secret = secrets.token_hex(16).encode(), secrets.token_hex(16).encode()
    numbers = (str(ends.inside["control"]), str(ends.inside["report"]))
    try:
        wrapped = wrap(Launch(nonce, user, (str(python), "-I", "-S", "-c", launcher_source(), *numbers)))
        launcher = _open(wrapped, ends, user)
    except BaseException:
        ends.close_outside()
        raise
    finally:
        ends.close_inside()
    started = Start(launcher, ends.pipes(), wrapped.box, wrapped.folder, wrapped.ours, wrapped.tidy, secret)
    alone = wrapped.counts_alone or user is not None
    told = [
        os.fsencode(command.folder),
        os.fsencode(command.collect or ""),
        b"%d" % limits.disk_bytes,
        b" ".join(b"%d" % descriptor for descriptor in ends.channels),
        b" ".join(b"%s=%d" % (name.encode(), value) for name, value in _rlimits(command, limits, alone).items()),
        *(wrapped.confinement.fields() if wrapped.confinement else [b""] * 4),
        *_program(command, wrapped.box),
    ]
    header = [secret, nonce, os.fsencode(wrapped.box), *told, *files]
    return Process(started, b"".join(b"%d:%b," % (len(field), field) for field in header), command, limits)


def make_box(launch: Launch) -> tempfile.TemporaryDirectory[str]:
    """A folder of this machine as the box of one start, where no namespace offers one; remove it by its `cleanup`."""
    folder = tempfile.TemporaryDirectory(prefix="grader-box-", ignore_cleanup_errors=True)
    box = Path(folder.name)
    (box / "tmp").mkdir()
    (box / ".inside").write_bytes(launch.nonce)
    if launch.user is not None:
        for path in (box, box / "tmp", box / ".inside"):
            os.chown(path, launch.user, launch.user)
    return folder


class _Ends:
    """The pipes of a start: for each its end that goes into the box and the one that stays with us."""

    _INWARDS = ("control", "stdin", "requests")
    _OUTWARDS = ("report", "stdout", "stderr", "replies")

    def __init__(self, channel: bool, user: int | None) -> None:
        self.inside: dict[str, int] = {}
        self.outside: dict[str, int] = {}
        for name in (*self._INWARDS, *self._OUTWARDS):
            if name in ("requests", "replies") and not channel:
                continue
            reader, writer = os.pipe()
            self.inside[name], self.outside[name] = (reader, writer) if name in self._INWARDS else (writer, reader)
            if user is not None:
                os.fchown(self.inside[name], user, user)  # so that runtimes can open it again by /dev/fd/N

    @property
    def channels(self) -> list[int]:
        """The ends of the private channel in the box, those of requests first."""
        return [self.inside[name] for name in ("requests", "replies") if name in self.inside]

    def pipes(self) -> Pipes:
        """The ends that stay with us."""
        outside = self.outside
        control, report, stdin, stdout, stderr = (
            outside[name] for name in ("control", "report", "stdin", "stdout", "stderr")
        )
        return Pipes(control, report, stdin, stdout, stderr, outside.get("requests"), outside.get("replies"))

    def close_inside(self) -> None:
        """Our copies of the ends that the launcher has now."""
        for descriptor in self.inside.values():
            os.close(descriptor)

    def close_outside(self) -> None:
        """Our own ends, when nothing came of it."""
        for descriptor in self.outside.values():
            os.close(descriptor)


def _open(wrapped: Wrapped, ends: _Ends, user: int | None) -> subprocess.Popen[bytes]:
    identity: dict[str, Any] = {"user": user, "group": user, "extra_groups": []} if user is not None else {}
    try:
        return subprocess.Popen(
            wrapped.argv,
            stdin=ends.inside["stdin"],
            stdout=ends.inside["stdout"],
            stderr=ends.inside["stderr"],
            pass_fds=(ends.inside["control"], ends.inside["report"], *ends.channels, *wrapped.descriptors),
            env={"PATH": "/usr/local/bin:/usr/bin:/bin"},
            cwd="/",
            start_new_session=True,
            **identity,
        )
    except OSError as error:
        wrapped.tidy()
        raise SandboxError(f"the sandbox could not be started: {error}") from error
    finally:
        for descriptor in wrapped.descriptors:
            os.close(descriptor)


def _rlimits(command: Command, limits: Limits, counts_alone: bool) -> dict[str, int]:
    """The limits that the kernel enforces.

    That of processes counts all that the user has, so it is set only where the user has nothing else; and CPU time
    is that of one process, which says nothing for a driver that serves many tests.
    """
    rlimits = {
        "RLIMIT_CORE": 0,
        "RLIMIT_DATA": limits.memory_bytes + command.overhead_bytes,
        "RLIMIT_FSIZE": limits.disk_bytes,
        "RLIMIT_NOFILE": 256,
    }
    if counts_alone:
        rlimits["RLIMIT_NPROC"] = limits.processes + 1
    if not command.channel:
        rlimits["RLIMIT_CPU"] = int(limits.cpu_s) + 2
    return rlimits


def _program(command: Command, box: str) -> list[bytes]:
    """The arguments and the variables of the program, each list after its length."""
    temporary = "/tmp" if box == "/box" else f"{box}/tmp"
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": temporary,
        "TMPDIR": temporary,
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    } | dict(command.environment)
    return [
        b"%d" % len(command.argv),
        b"%d" % len(environment),
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
