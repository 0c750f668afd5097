"""A Command and its limits -> a Process, by way of a launcher; what all levels share of starting one."""

from __future__ import annotations

import itertools
import os
import secrets
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from grader.errors import SandboxError
from grader.model import Command, Limits
from grader.sandbox.process import Pipes, Process, Start

SPARE_USERS = range(61184, 65520)
_user_numbers = itertools.count(os.getpid() * 16)


@dataclass(frozen=True, slots=True)
class Launch:
    """What a level knows of one start, before it builds the command line."""

    nonce: bytes
    user: int | None
    python: Path
    pass_descriptors: tuple[int, ...]
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wrapped:
    """The command line that starts the launcher at some level, and where the box is as seen from inside."""

    argv: Sequence[str]
    box: str
    ours: int
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
    user = spare_user()
    inside: dict[str, int] = {}
    outside: dict[str, int | None] = {"requests": None, "replies": None}
    names = ["control", "report", "stdin", "stdout", "stderr"] + (["requests", "replies"] if command.channel else [])
    for name in names:
        reader, writer = os.pipe()
        inside[name], outside[name] = (reader, writer) if name in _TO_INSIDE else (writer, reader)
        if user is not None:
            os.fchown(inside[name], user, user)
    channels = [inside[name] for name in ("requests", "replies") if command.channel]
    nonce = secrets.token_hex(16).encode()
    launch = Launch(
        nonce,
        user,
        python,
        (inside["control"], inside["report"], *channels),
        (str(python), "-I", "-S", "-c", launcher_source(), str(inside["control"]), str(inside["report"])),
    )
    wrapped = wrap(launch)
    try:
        launcher = subprocess.Popen(
            wrapped.argv,
            stdin=inside["stdin"],
            stdout=inside["stdout"],
            stderr=inside["stderr"],
            pass_fds=(*launch.pass_descriptors, *wrapped.descriptors),
            env={"PATH": "/usr/local/bin:/usr/bin:/bin"},
            cwd="/",
            start_new_session=True,
            **({"user": user, "group": user, "extra_groups": []} if user is not None else {}),  # type: ignore[call-overload]
        )
    except OSError as error:
        raise SandboxError(f"the sandbox could not be started: {error}") from error
    finally:
        for descriptor in (*inside.values(), *wrapped.descriptors):
            os.close(descriptor)
    header = _header(command, limits, nonce, wrapped.box, channels)
    pipes = Pipes(**outside)  # type: ignore[arg-type]
    return Process(Start(launcher, pipes, wrapped.box, wrapped.ours, wrapped.tidy), header, command, limits)


_TO_INSIDE = {"control", "stdin", "requests"}


def _header(command: Command, limits: Limits, nonce: bytes, box: str, channels: Sequence[int]) -> bytes:
    data_bytes = limits.memory_bytes + command.overhead_bytes
    rlimits = {
        "RLIMIT_CORE": 0,
        "RLIMIT_DATA": data_bytes,
        "RLIMIT_FSIZE": limits.disk_bytes,
        "RLIMIT_NOFILE": 256,
        "RLIMIT_NPROC": limits.processes + 1,
    }
    if not command.channel:
        rlimits["RLIMIT_CPU"] = int(limits.cpu_s) + 2
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }
    environment |= command.environment
    fields: list[bytes] = [
        nonce,
        os.fsencode(box),
        os.fsencode(command.folder),
        os.fsencode(command.collect or ""),
        b"%d" % limits.disk_bytes,
        b" ".join(b"%d" % descriptor for descriptor in channels),
        b" ".join(b"%s=%d" % (name.encode(), value) for name, value in rlimits.items()),
        b"%d" % len(command.argv),
        b"%d" % len(environment),
        *(os.fsencode(argument) for argument in command.argv),
        *(os.fsencode(f"{name}={value}") for name, value in environment.items()),
        *_files(command.files),
    ]
    return b"".join(b"%d:%b," % (len(field), field) for field in fields)


def _files(files: Mapping[str, bytes]) -> list[bytes]:
    fields: list[bytes] = []
    for path, content in files.items():
        if path.startswith("/") or ".." in path.split("/"):
            raise SandboxError(f"{path!r} is no path inside a box")
        fields += [os.fsencode(path), content]
    return fields
