"""Each layer of isolation -> whether this machine has it and how to get it, tried by doing, for `grader doctor`.

A layer is tried in a process of its own, as the user that student code would run as, so that nothing of it stays with
the grader.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.reach import find_python
from grader.sandbox.seccomp import landlock_calls
from grader.sandbox.start import spare_user

# Prints 0 or the number of the error; the calls do nothing but to the process that makes them.
_TRY = """
import ctypes, struct, sys
system = ctypes.CDLL(None, use_errno=True)
what, number = sys.argv[1], int(sys.argv[2])
if what == "namespaces":
    result = system.unshare(number)
elif what == "seccomp":
    allow = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 0x7FFF0000))
    result = system.prctl(38, 1, 0, 0, 0) or system.prctl(22, 2, struct.pack("@HP", 1, ctypes.addressof(allow)), 0, 0)
else:
    result = min(0, system.syscall(ctypes.c_long(number), None, ctypes.c_long(0), ctypes.c_long(1)))
print(ctypes.get_errno() if result else 0)
"""
_USER, _OTHERS = 0x10000000, 0x10000000 | 0x00020000 | 0x04000000 | 0x08000000 | 0x20000000 | 0x40000000
_APPARMOR = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_SWITCHES = (
    (Path("/proc/sys/kernel/unprivileged_userns_clone"), "0", "kernel.unprivileged_userns_clone=1"),
    (Path("/proc/sys/user/max_user_namespaces"), "0", "user.max_user_namespaces=15000"),
    (_APPARMOR, "1", "kernel.apparmor_restrict_unprivileged_userns=0"),
)
_CONTAINERS = (Path("/.dockerenv"), Path("/run/.containerenv"))


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer, whether it works, the error if it does not, and the command that mends it."""

    name: str
    works: bool
    found: str = ""
    mend: str | None = None


def try_layers() -> Iterator[Layer]:
    """All the layers of the levels `full` and `restricted`."""
    if sys.platform != "linux":
        yield Layer("all of them", False, "absent: they need Linux", "run the grader on Linux, or in a virtual machine")
        return
    yield _bubblewrap()
    yield _tried("user namespaces", "namespaces", _USER, mend_of_namespaces())
    yield _tried("mount, PID, network, IPC, UTS namespaces", "namespaces", _OTHERS, mend_of_namespaces())
    yield _tried("seccomp filter", "seccomp", 0, "a kernel that is built with CONFIG_SECCOMP_FILTER")
    calls = landlock_calls()
    if calls is not None:
        mend = "a kernel of Linux 5.13 or newer, with landlock among the `lsm=` of its command line"
        yield _tried("Landlock", "landlock", calls[1], mend)


def mend_of_namespaces() -> str:
    """What gives a user namespaces on this machine: whichever switch refuses them."""
    for switch, refusing, setting in _SWITCHES:
        try:
            if switch.read_text("ascii").strip() == refusing:
                return f"sudo sysctl -w {setting}"
        except OSError:
            continue
    if any(path.exists() for path in _CONTAINERS):
        return "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined ... (or go on without)"
    return "ask who runs this machine to allow unprivileged user namespaces (or go on without)"


def _bubblewrap() -> Layer:
    program = shutil.which("bwrap")
    if program is None:
        return Layer("bubblewrap", False, "absent", "sudo apt-get install bubblewrap")
    done = _run(program, "--unshare-all", "--ro-bind", "/", "/", "/bin/true")
    if done.returncode == 0:
        return Layer("bubblewrap", True)
    return Layer("bubblewrap", False, f"refused: {done.stderr.strip()[-200:]}", mend_of_namespaces())


def _tried(name: str, what: str, number: int, mend: str) -> Layer:
    done = _run(str(find_python()[0]), "-I", "-S", "-c", _TRY, what, str(number))
    try:
        error = int(done.stdout)
    except ValueError:
        return Layer(name, False, f"can't be tried: {done.stderr.strip()[-200:]}")
    if error == 0:
        return Layer(name, True)
    how = "absent" if error in (errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL) else "refused"
    return Layer(name, False, f"{how} ({errno.errorcode.get(error, error)}: {os.strerror(error)})", mend)


def _run(*argv: str) -> subprocess.CompletedProcess[str]:
    user = spare_user()
    identity: dict[str, Any] = {"user": user, "group": user, "extra_groups": []} if user is not None else {}
    return subprocess.run(argv, capture_output=True, text=True, timeout=30, check=False, cwd="/", env={}, **identity)
