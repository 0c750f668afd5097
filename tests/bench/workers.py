"""Times a class on this machine beside the same class on a Dask cluster of two workers. By hand.

`python tests/bench/workers.py [SUBMISSIONS [ROUNDS]]`. Both grade at the same time, so that whatever else the machine
does slows both; the time of one alone says little on a machine that is shared. Each submission is another file.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.workers.dask_cluster import ROOT, dask_cluster

GRADER = (sys.executable, "-m", "grader", "batch", "valid-board")


def write_class(folder: Path, submissions: int) -> Path:
    """Right solutions that differ in a comment."""
    source = next((ROOT / "reference" / "valid-board" / "python").glob("*.py")).read_text("utf-8")
    folder.mkdir()
    for number in range(submissions):
        (folder / f"s{number}.py").write_text(f"{source}\n# {number}\n", encoding="utf-8")
    return folder


def seconds(commands: Sequence[Sequence[str]]) -> list[float]:
    """How long each of the commands takes, all at the same time."""
    began = time.monotonic()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    processes = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        for command in commands
    ]
    took: dict[int, float] = {}
    while len(took) < len(processes):
        for process in processes:
            if process.pid not in took and process.poll() is not None:
                took[process.pid] = time.monotonic() - began
                if process.returncode != 0:
                    raise SystemExit(f"{process.args!r} ended with {process.returncode}")
        time.sleep(0.01)
    return [took[process.pid] for process in processes]


def main(submissions: int = 100, rounds: int = 3) -> None:
    """Print the times of each round and the median of their ratios."""
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as name:
        folder = Path(name)
        source = str(write_class(folder / "class", submissions))
        (folder / "dask").mkdir()
        with dask_cluster(folder / "dask") as cluster:
            for _worker in range(2):
                cluster.add()
            cluster.wait()
            ratios = []
            for number in range(rounds):
                here = (*GRADER, source, "-o", str(folder / f"here{number}"), "--jobs", "2")
                there = (*GRADER, source, "-o", str(folder / f"there{number}"), "--executor", cluster.executor)
                here_s, there_s = seconds([here, there])
                ratios.append(there_s / here_s)
                sys.stdout.write(f"local {here_s:.1f} s, Dask {there_s:.1f} s: {ratios[-1]:.2f}\n")
                sys.stdout.flush()
            sys.stdout.write(f"median {statistics.median(ratios):.2f}\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
