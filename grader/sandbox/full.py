"""Level `full`: a start -> the same start inside bubblewrap, in namespaces of its own.

The box and everything else that can be written is a tmpfs that vanishes with its namespace. Of the machine only
the system folders and the toolchain are there, read-only; what of the grader lies inside those is covered. A server
in namespaces of its own (user, network, UTS and the others) does one start after another, each in fresh PID, mount
and IPC namespaces: what could outlive a program lives in those.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import grader
from grader.errors import GraderError
from grader.model import MEBIBYTE, Command, Isolation, Limits
from grader.reach import find_python
from grader.sandbox.cgroup import ground
from grader.sandbox.process import Process
from grader.sandbox.seccomp import landlock_calls, student_filter
from grader.sandbox.server import Served, Server, Shelf
from grader.sandbox.start import Confinement, Place, spare_user, start

BOX = "/box"
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
DEVICES = ("null", "zero", "full", "random", "urandom")
OURS = Path(grader.__file__).resolve().parent


class FullSandbox:
    """Namespaces, a read-only system, tmpfs for the rest, resource limits set inside."""

    level = Isolation.FULL
    missing: tuple[str, ...] = ()

    def __init__(self) -> None:
        calls, program = landlock_calls(), student_filter()
        self._confinement: Confinement | None = None
        if calls is not None and program is not None:
            self._confinement = Confinement((calls[0], 0, 0, 0), program)
        else:
            self.missing = ("system calls are not filtered on this kind of processor",)
        wrapper = shutil.which("bwrap")
        if wrapper is None:
            raise GraderError("bubblewrap is absent (package bubblewrap)")
        self._wrapper = wrapper
        self._python, self._roots = find_python()
        self._ground = ground()
        self._shelf = Shelf(self._server)

    @property
    def layers(self) -> tuple[str, ...]:
        """What holds a program in."""
        return (
            "user, mount, PID, network, IPC, UTS namespaces",
            "read-only system",
            "tmpfs box",
            *(("seccomp filter",) if self._confinement else ()),
            "resource limits",
            self._ground.layer,
        )

    def start(self, command: Command, limits: Limits) -> Process:
        """Start the program in a box of its own."""
        server, give_back = self._shelf.take(tuple(dict.fromkeys((*self._roots, *command.roots))))
        place = Place(
            box=BOX,
            nonce=server.nonce,
            user=server.user,
            launch=lambda descriptors: Served(server, descriptors, give_back),
            alone=True,
            confinement=self._confinement,
            fresh={BOX: 2 * limits.disk_bytes, "/tmp": limits.disk_bytes, "/dev/shm": MEBIBYTE},
            ground=self._ground,
        )
        return start(command, limits, place)

    def _server(self, roots: Sequence[Path]) -> Server:
        return Server(self._python, spare_user(), lambda launcher, proof: self._wrap(launcher, proof, roots))

    def _wrap(self, launcher: Sequence[str], proof: int, roots: Sequence[Path]) -> Sequence[str]:
        argv = [self._wrapper, "--unshare-all", "--as-pid-1", "--die-with-parent", "--new-session"]
        argv += ["--uid", "65534", "--gid", "65534", "--hostname", "box"]
        # To mount, and to drop these two for ever before a program starts.
        argv += ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"]
        argv += _system(roots)
        argv += ["--proc", "/proc", "--tmpfs", "/dev", "--dir", "/dev/shm", "--tmpfs", "/tmp", "--tmpfs", BOX]
        for device in DEVICES:
            argv += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            argv += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
        argv += ["--symlink", "/proc/self/fd", "/dev/fd", "--ro-bind-data", str(proof), f"{BOX}/.inside"]
        return [*argv, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", BOX, "--", *launcher]


def _system(roots: Sequence[Path]) -> list[str]:
    argv: list[str] = []
    bound: list[Path] = []
    for name in SYSTEM:
        path = Path(name)
        if path.is_symlink():
            argv += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            argv += ["--ro-bind", name, name]
            bound.append(path)
    java_settings = sorted(str(path) for path in Path("/etc").glob("java*"))
    for name in (*SETTINGS, *java_settings):
        argv += ["--ro-bind-try", name, name]
    for root in dict.fromkeys(roots):
        if not any(root.is_relative_to(path) for path in bound):
            argv += ["--ro-bind", str(root), str(root)]
            bound.append(root)
    if any(OURS.is_relative_to(path) for path in bound):
        argv += ["--tmpfs", str(OURS)]
    return argv
