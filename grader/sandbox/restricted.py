"""Level `restricted`: a start -> the same start, confined by Landlock and seccomp, where namespaces are refused.

For containers that allow no namespaces of their own. The box is a folder of this machine that `mkdtemp` made, the
only place that can be written; it is removed through its own handle. What this level can't promise is in `missing`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import grader
from grader.errors import SandboxError
from grader.model import Command, Isolation, Limits
from grader.reach import find_python
from grader.sandbox.process import Process
from grader.sandbox.seccomp import landlock_calls, student_filter
from grader.sandbox.start import Confinement, Launch, Wrapped, make_box, start

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
NODE = "/etc/ssl/openssl.cnf"  # without it Node does not start
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
OURS = Path(grader.__file__).resolve().parent
SIGNALS_SINCE, NETWORK_SINCE = 6, 4


class RestrictedSandbox:
    """Landlock, seccomp, resource limits, no new privileges."""

    level = Isolation.RESTRICTED

    def __init__(self) -> None:
        calls, self._abi = landlock_calls(), landlock_version()
        keeps_signals = self._abi >= SIGNALS_SINCE
        program = student_filter(sockets=False, signals=keeps_signals)
        if calls is None or program is None or self._abi < 1:
            raise SandboxError("this kernel has no Landlock (it came with Linux 5.13)")
        self._calls, self._filter = calls, program
        self._python, self._roots = find_python()
        self.layers: tuple[str, ...] = (
            f"Landlock {self._abi}",
            "seccomp filter",
            "resource limits",
            "process tree ended",
        )
        self.missing: tuple[str, ...] = (
            "programs see which processes run on this machine",
            "the size of files and the number of processes are watched, not capped",
            *(() if keeps_signals else ("programs can't signal even themselves by `kill`",)),
        )

    def start(self, command: Command, limits: Limits) -> Process:
        """Start the program in a folder of its own."""
        roots = (*self._roots, *command.roots)
        return start(command, limits, self._python, lambda launch: self._wrap(launch, roots))

    def _wrap(self, launch: Launch, roots: tuple[Path, ...]) -> Wrapped:
        folder = make_box(launch)
        box = Path(folder.name)
        confinement = Confinement(self._calls, self._filter, tuple(_readable(roots)), (box, Path("/dev/null")))
        return Wrapped(launch.arguments, str(box), ours=0, confinement=confinement, folder=box, tidy=folder.cleanup)


def landlock_version() -> int:
    """The version of Landlock in this kernel; 0 where there is none, or where it may not be used."""
    calls = landlock_calls()
    if calls is None:
        return 0
    found: int = ctypes.CDLL(None).syscall(ctypes.c_long(calls[1]), None, ctypes.c_long(0), ctypes.c_long(1))
    return max(found, 0)


def _readable(roots: tuple[Path, ...]) -> Iterator[Path]:
    """What a program may read and start: the system and its toolchain, without the grader's own files."""
    java_settings = sorted(Path("/etc").glob("java*"))
    candidates = [
        *map(Path, SYSTEM),
        *roots,
        *map(Path, (*SETTINGS, NODE)),
        *java_settings,
        Path("/proc"),
        *map(Path, DEVICES),
    ]
    for path in dict.fromkeys(candidates):
        if path.exists():
            yield from _without_ours(path)


def _without_ours(path: Path) -> Iterator[Path]:
    """The path, or if the grader lies below it, everything else below it."""
    if not OURS.is_relative_to(path.resolve()):
        yield path
    elif path.resolve() != OURS:
        for child in sorted(path.iterdir()):
            yield from _without_ours(child)
