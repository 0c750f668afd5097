"""Level `restricted`: a start -> the same start, confined by Landlock and seccomp, where namespaces are refused.

For containers that allow no namespaces of their own. The box is a folder of this machine that `mkdtemp` made, the
only place that can be written; it is removed through its own handle. What this level can't promise is in `missing`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grader
from grader.errors import SandboxError
from grader.model import Command, Isolation, Limits
from grader.reach import find_python
from grader.sandbox.boxes import Boxes
from grader.sandbox.cgroup import ground
from grader.sandbox.process import Process
from grader.sandbox.seccomp import landlock_calls, student_filter
from grader.sandbox.server import Rules, Served, Server, Shelf
from grader.sandbox.start import Confinement, Place, spare_user, start

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
NODE = "/etc/ssl/openssl.cnf"  # without it Node does not start
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
NO_SIGNALS = "programs can't signal even themselves by `kill`, yet by `tgkill` all that you run"
MODES = "programs can change modes and times of your own files, though neither read nor write them"
OURS = Path(grader.__file__).resolve().parent
SIGNALS_SINCE, NETWORK_SINCE, TRUNCATE_SINCE = 6, 4, 3


class RestrictedSandbox:
    """Landlock, seccomp, resource limits, no new privileges."""

    level = Isolation.RESTRICTED

    def __init__(self) -> None:
        calls, self._abi = landlock_calls(), landlock_version()
        keeps_signals = self._abi >= SIGNALS_SINCE
        program = student_filter(sockets=False, signals=keeps_signals, truncate=self._abi >= TRUNCATE_SINCE)
        if calls is None or program is None or self._abi < 1:
            raise SandboxError("this kernel has no Landlock (it came with Linux 5.13)")
        self._calls, self._filter = calls, program
        self._python, self._roots = find_python()
        self._shelf = Shelf(self._server)
        self._ground = ground()
        self.missing: tuple[str, ...] = (
            "programs see which processes run on this machine",
            "the size of files and the number of processes are watched, not capped",
            *(() if keeps_signals else (NO_SIGNALS,)),
            *(() if spare_user() is not None else (MODES,)),
        )

    @property
    def layers(self) -> tuple[str, ...]:
        """What holds a program in."""
        return (
            f"Landlock {self._abi}",
            "seccomp filter",
            "resource limits",
            "process tree ended",
            self._ground.layer,
        )

    def start(self, command: Command, limits: Limits) -> Process:
        """Start the program in a folder of its own."""
        server, give_back = self._shelf.take(tuple(dict.fromkeys((*self._roots, *command.roots))))
        boxes = server.boxes
        if boxes is None:
            raise SandboxError("this launcher has no boxes")
        box = boxes.take()

        def leave_and_give_back(server: Server) -> None:
            boxes.leave(box)  # first, as another thread may have use for the server
            give_back(server)

        place = Place(
            box=str(box.path),
            nonce=server.nonce,
            user=server.user,
            launch=lambda descriptors: Served(server, descriptors, leave_and_give_back),
            confinement=Confinement(self._calls, self._filter),
            folder=box.path,
            ground=self._ground,
        )
        started = start(command, limits, place)
        for idle in self._shelf.idle():
            idle.prepare()
        return started

    def _server(self, roots: tuple[Path, ...]) -> Server:
        user = spare_user()
        boxes = Boxes(user)
        rules = Rules(self._calls, _readable(roots), (boxes.path, Path("/dev/null")))
        return Server(self._python, user, lambda launcher, _proof: launcher, rules, boxes)


def landlock_version() -> int:
    """The version of Landlock in this kernel; 0 where there is none, or where it may not be used."""
    calls = landlock_calls()
    if calls is None:
        return 0
    found: int = ctypes.CDLL(None).syscall(ctypes.c_long(calls[1]), None, ctypes.c_long(0), ctypes.c_long(1))
    return max(found, 0)


@cache
def _readable(roots: tuple[Path, ...]) -> tuple[Path, ...]:
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
    found: list[Path] = []
    for path in dict.fromkeys(path.resolve() for path in candidates if path.exists()):
        if not any(path.is_relative_to(above) for above in found):  # a link into what is there already, such as /lib
            found += _without_ours(path)
    return tuple(found)


def _without_ours(path: Path) -> Iterator[Path]:
    """The path, or if the grader lies below it, everything else below it."""
    if not OURS.is_relative_to(path.resolve()):
        yield path
    elif path.resolve() != OURS:
        for child in sorted(path.iterdir()):
            yield from _without_ours(child)
