"""Level `full`: a start -> the same start inside bubblewrap, in namespaces of its own.

The box and everything else that can be written is a tmpfs that vanishes with its namespace. Of the machine only
the system folders and the toolchain are there, read-only; what of the grader lies inside those is covered.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import grader
from grader.errors import GraderError
from grader.model import MEBIBYTE, Command, Isolation, Limits
from grader.reach import find_python
from grader.sandbox.process import Process
from grader.sandbox.seccomp import student_filter
from grader.sandbox.start import Launch, Wrapped, start

BOX = "/box"
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
OURS = Path(grader.__file__).resolve().parent


class FullSandbox:
    """Namespaces, a read-only system, tmpfs for the rest, resource limits set inside."""

    level = Isolation.FULL
    layers: tuple[str, ...] = (
        "user, mount, PID, network, IPC, UTS namespaces",
        "read-only system",
        "tmpfs box",
        "seccomp filter",
        "resource limits",
    )
    missing: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._filter = student_filter()
        if self._filter is None:
            self.layers = tuple(layer for layer in self.layers if layer != "seccomp filter")
            self.missing = ("system calls are not filtered on this kind of processor",)
        program = shutil.which("bwrap")
        if program is None:
            raise GraderError("bubblewrap is absent (package bubblewrap)")
        self._program = program
        self._python, self._roots = find_python()

    def start(self, command: Command, limits: Limits) -> Process:
        """Start the program in a box of its own."""

        def wrap(launch: Launch) -> Wrapped:
            return self._wrap(launch, (*self._roots, *command.roots), limits)

        return start(command, limits, self._python, wrap)

    def _wrap(self, launch: Launch, roots: Sequence[Path], limits: Limits) -> Wrapped:
        descriptors = [_readable(launch.nonce)]
        argv = [self._program, "--unshare-all", "--as-pid-1", "--die-with-parent", "--new-session"]
        argv += ["--uid", "65534", "--gid", "65534", "--hostname", "box", "--cap-drop", "ALL"]
        argv += _system(roots)
        argv += ["--proc", "/proc", "--dev", "/dev"]
        for folder, size in (
            (BOX, limits.disk_bytes * 2),
            ("/tmp", limits.disk_bytes),
            ("/dev/shm", MEBIBYTE),
        ):
            argv += ["--size", str(size), "--tmpfs", folder]
        argv += ["--ro-bind-data", str(descriptors[0]), f"{BOX}/.inside"]
        if self._filter is not None:
            descriptors.append(_readable(self._filter))
            argv += ["--seccomp", str(descriptors[1])]
        argv += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", BOX, "--", *launch.arguments]
        return Wrapped(argv, BOX, ours=1, counts_alone=True, descriptors=tuple(descriptors))


def _readable(data: bytes) -> int:
    """A descriptor from which the data can be read; less than a pipe holds."""
    reader, writer = os.pipe()
    os.write(writer, data)
    os.close(writer)
    return reader


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
