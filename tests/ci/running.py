"""A folder and the environment of a job -> what a command did there, as a process of its own."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

CI_NAMES = ("GITHUB_", "GITLAB_", "CI_", "RUNNER_")


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command left behind."""

    code: int
    out: str
    err: str


def surroundings(**environment: str) -> dict[str, str]:
    """The environment of a job with these variables, and none of the job that runs these tests."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith(CI_NAMES) and key != "CI"}
    return {**ours, **environment}


def run(command: list[str], folder: Path, **environment: str) -> Ended:
    """The command in the folder, to its end."""
    done = subprocess.run(
        command, cwd=folder, env=surroundings(**environment), capture_output=True, timeout=300, check=False
    )
    return Ended(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def github(folder: Path) -> dict[str, str]:
    """The variables of a job of GitHub Actions, with its files in the folder."""
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
    }
