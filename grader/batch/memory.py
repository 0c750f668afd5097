"""Free memory and a package's limit -> how many submissions that run in a virtual machine are graded at once.

Most programs take what they need. A JVM takes what it may have, and so do its compilers: as many of them as there are
cores can bring a small machine down, and then submissions fail for want of memory that is not theirs.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from grader.languages._java_kit import OVERHEAD_BYTES
from grader.model import MEBIBYTE, Submission
from grader.package import Problem

VIRTUAL = {"java": ("Java", OVERHEAD_BYTES)}
"""Languages that run so, and what the machine itself takes on top of a program's limit."""
MACHINE, GROUP = Path("/proc/meminfo"), Path("/sys/fs/cgroup")


class Room:
    """Lets in so many at once as memory is there for; at least one."""

    def __init__(self, problem: Problem, jobs: int) -> None:
        self._gates: dict[str, AbstractContextManager[object]] = {}
        lines = []
        free = free_bytes()
        for language, (title, overhead) in VIRTUAL.items():
            each = most_bytes(problem) + overhead
            fit = jobs if free is None else max(1, free // each)
            if language in problem.languages and fit < jobs:
                self._gates[language] = threading.BoundedSemaphore(fit)
                lines.append(
                    f"Memory: {_mib(free or 0)} are free and one submission in {title} may take {_mib(each)}, "
                    f"so of {jobs} jobs at most {fit} grade {title} at once."
                )
        self.lacks = "\n".join(lines)

    @contextlib.contextmanager
    def taken_by(self, submission: Submission) -> Iterator[None]:
        """Wait until there is room for it, and keep it."""
        gates = {language for _path, language in submission.candidates} & self._gates.keys()
        with contextlib.ExitStack() as held:
            for language in sorted(gates):
                held.enter_context(self._gates[language])
            yield


def most_bytes(problem: Problem) -> int:
    """The most memory that any test of the package allows."""
    tests = (test for form in problem.forms for part in form.parts for test in part.tests)
    return max(problem.limits.memory_bytes, *(test.limits.memory_bytes for test in tests if test.limits), 0)


def free_bytes() -> int | None:
    """What this process and its children can still take: of the machine, and of their cgroup, if that is less."""
    found = re.search(r"^MemAvailable:\s+(\d+) kB", _read(MACHINE), re.MULTILINE)
    free = int(found[1]) * 1024 if found else None
    most, used = _read(GROUP / "memory.max").strip(), _read(GROUP / "memory.current").strip()
    if most.isdigit() and used.isdigit():
        idle = re.search(r"^inactive_file (\d+)", _read(GROUP / "memory.stat"), re.MULTILINE)
        left = max(0, int(most) - int(used) + (int(idle[1]) if idle else 0))
        return left if free is None else min(free, left)
    return free


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except OSError:
        return ""


def _mib(size: int) -> str:
    return f"{size // MEBIBYTE:,} MiB"
