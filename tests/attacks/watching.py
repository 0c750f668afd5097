"""A grading that is under way, and the machine around it -> what happened that must not happen.

A canary tree, world-writable, stands beside the hand-in; places where programs like to leave things are searched; the
grader's own memory is watched while it runs.
"""

from __future__ import annotations

import contextlib
import fnmatch
import hashlib
import os
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

MOST_GRADER_BYTES = 300 << 20
LOOK_S = 0.05


@dataclass
class Seen:
    """What was seen of the grader while it ran."""

    peak_bytes: int = 0
    reached: set[str] = field(default_factory=set)


def run_watched(
    command: list[str], environment: Mapping[str, str], folder: Path, timeout_s: float, addresses: list[str]
) -> tuple[subprocess.CompletedProcess[bytes], Seen]:
    """The command, run to its end; how much memory its first process took, and at which addresses somebody answered."""
    seen = Seen()
    with subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        watch = threading.Thread(target=_watch, args=(process, seen, addresses))
        watch.start()
        try:
            stdout, stderr = process.communicate(timeout=timeout_s)
        finally:
            process.kill()
            watch.join()
    return subprocess.CompletedProcess(command, process.returncode, stdout, stderr), seen


def _watch(process: subprocess.Popen[bytes], seen: Seen, addresses: list[str]) -> None:
    while process.poll() is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text("ascii", "replace")
        except OSError:
            break
        peak = [line for line in status.splitlines() if line.startswith("VmHWM")]
        seen.peak_bytes = max(seen.peak_bytes, *(1024 * int(line.split()[1]) for line in peak), 0)
        seen.reached.update(address for address in addresses if answers(address))
        time.sleep(LOOK_S)


def answers(address: str) -> bool:
    """Whether somebody listens there: `host:port`, or `@name` for an abstract socket."""
    host, _, port = address.rpartition(":")
    family = socket.AF_INET if port and host else socket.AF_UNIX
    with socket.socket(family, socket.SOCK_STREAM) as client:
        client.settimeout(0.2)
        try:
            client.connect((host, int(port)) if family == socket.AF_INET else "\0" + address.removeprefix("@"))
        except OSError:
            return False
    return True


def left_anywhere(pattern: str, besides: Path) -> list[Path]:
    """Files whose name fits, in the places that any program can write and in the home folder, but not in `besides`."""
    found = []
    for place in dict.fromkeys((tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", str(Path.home()))):
        waiting = [place]
        while waiting:  # a hostile program makes folders deeper than recursion goes
            with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if fnmatch.fnmatch(entry.name, pattern):
                        found.append(Path(entry.path))
                    below = place != str(Path.home()) and entry.is_dir(follow_symlinks=False)
                    if below and Path(entry.path) != besides:
                        waiting.append(entry.path)
    return found


def message_queue_left(key: int) -> bool:
    """Whether a System V object of this key is on the machine."""
    for kind in ("shm", "sem", "msg"):
        lines = Path("/proc/sysvipc", kind).read_text("ascii").splitlines()[1:]
        if any(int(line.split()[0]) & 0xFFFFFFFF == key for line in lines):
            return True
    return False


@contextmanager
def canary(folder: Path) -> Iterator[list[str]]:
    """A tree that any user can write; what changed in it meanwhile is in the list afterwards."""
    (folder / "deep" / "er").mkdir(parents=True)
    for name in ("solution.py", "deep/oracle.py", "deep/er/results.json", ".hidden"):
        (folder / name).write_text(f"canary {name}\n")
        (folder / name).chmod(0o666)
    for place in (folder, folder / "deep", folder / "deep" / "er"):
        place.chmod(0o777)
    before = state_of(folder)
    changed: list[str] = []
    yield changed
    after = state_of(folder)
    changed += sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


def state_of(folder: Path) -> dict[str, str]:
    """Every file and folder below with its mode and content."""
    state = {}
    for path in sorted(folder.rglob("*")):
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() and not path.is_symlink() else ""
        state[str(path.relative_to(folder))] = f"{path.lstat().st_mode:o} {content}"
    return state
