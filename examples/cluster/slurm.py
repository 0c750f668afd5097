"""A command of the grader -> the same command with workers that Slurm has started.

    python slurm.py --workers 8 -- grader batch valid-board submissions/ -o out/

Run it where jobs are submitted (`pip install dask-jobqueue`). Edit `settings` for your site; `--show` prints the script
that Slurm would get. For PBS, SGE or LSF take the class of that name from dask_jobqueue: the settings are the same.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import Any

from dask_jobqueue import SLURMCluster


def settings() -> dict[str, Any]:
    """One worker in each job of Slurm, so that a submission that ends one ends no other."""
    return {
        "cores": 4,
        "processes": 1,
        "memory": "8GB",
        "walltime": "02:00:00",
        "queue": "normal",
        "python": "python",  # that of the prologue
        "job_script_prologue": ["source ~/grader/.venv/bin/activate"],
        # What is installed on these nodes, and how many submissions in it are graded at once.
        "worker_extra_args": ["--resources", "python=4,java=2,cpp=4"],
        "scheduler_options": {"dashboard": False},
    }


def main() -> int:
    """Start the workers, run the command with them, and give back their nodes."""
    parser = argparse.ArgumentParser(description="Run a command of the grader with workers of Slurm.")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--show", action="store_true", help="only print the script for Slurm")
    parser.add_argument("command", nargs="*")
    asked = parser.parse_args()
    if asked.show:
        with SLURMCluster(**{**settings(), "scheduler_options": {"dashboard": False, "host": "127.0.0.1"}}) as cluster:
            sys.stdout.write(cluster.job_script())
        return 0
    with SLURMCluster(**settings()) as cluster:
        cluster.scale(jobs=asked.workers)
        return subprocess.run(
            [*asked.command, "--executor", f"dask:{cluster.scheduler_address}"], check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
