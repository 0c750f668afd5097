"""A real Dask scheduler and its workers, on this machine's loopback only -> an address, and processes to end.

The workers are processes of their own that Dask's own command starts, in a folder of the test. Each of them can be
told to make up what it grades.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60
BOUND = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"
MADE_UP = """
import os, time
from grader.model import Verdict
from grader.workers import bench
from tests.fake_grading import judging

fake = judging({f"s{number}": list(Verdict)[number % 9] for number in range(0, 999, 3)})

def grade(problem, handed_in, *others):
    if handed_in.id.startswith("killer"):
        os._exit(9)
    time.sleep(0.05)
    return fake(problem, handed_in, *others)

bench.grade_submission = grade
"""
OTHER_VERSION = "from grader.workers import bench; bench.edition = lambda: '0.0.9'\n"
WORKER = "from distributed.cli.dask_worker import main; main()"


@dataclass(slots=True)
class DaskCluster:
    """Its processes, and the folder that they work in."""

    folder: Path
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def executor(self) -> str:
        """How `--executor` names it."""
        return f"dask:{self.folder / 'scheduler.json'}"

    def add(self, *options: str, patch: str = "") -> subprocess.Popen[bytes]:
        """Start one more worker, without a nanny: what has died stays dead."""
        name = f"w{len(self.workers)}"
        where = ("--local-directory", str(self.folder / name), "--name", name, "--no-nanny")
        options = (*where, *BOUND, *(options or ("--nthreads", "1")))
        self.workers.append(start(self.folder, patch + WORKER, name, options))
        return self.workers[-1]

    def wait(self) -> DaskCluster:
        """Until all workers are known to the scheduler."""
        until = time.monotonic() + PATIENCE_S
        logs = [self.folder / f"w{number}.log" for number in range(len(self.workers))]
        while not all(b"Registered to" in log.read_bytes() for log in logs):
            assert time.monotonic() < until, logs[-1].read_text()
            time.sleep(0.05)
        return self

    def end(self) -> None:
        """End all that was started here, the scheduler last."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def start(folder: Path, code: str, name: str, options: Sequence[str]) -> subprocess.Popen[bytes]:
    """A process of Dask, in the folder."""
    with (folder / f"{name}.log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-c", code, "--scheduler-file", str(folder / "scheduler.json"), *options],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )


@contextlib.contextmanager
def dask_cluster(folder: Path) -> Iterator[DaskCluster]:
    """A scheduler without workers."""
    cluster = DaskCluster(folder, start(folder, SCHEDULER, "scheduler", ("--port", "0", *BOUND)))
    try:
        until = time.monotonic() + PATIENCE_S
        while not (folder / "scheduler.json").exists() and time.monotonic() < until:
            assert cluster.scheduler.poll() is None, (folder / "scheduler.log").read_text()
            time.sleep(0.05)
        yield cluster
    finally:
        cluster.end()
