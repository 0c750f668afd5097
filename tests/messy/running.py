"""Words of a command line -> what the grader did, run as a process of its own under poor circumstances."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SECRET = "messy-secret-17"  # noqa: S105 - what nosy programs look for


def run_grader(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The grader, run in the folder, under the poorest of locales and with a secret in its environment."""
    surroundings = {**os.environ, "LC_ALL": "POSIX", "MESSY_SECRET": SECRET, **environment}
    command = [sys.executable, "-m", "grader", *words]
    return subprocess.run(command, env=surroundings, capture_output=True, timeout=300, cwd=folder, check=False)


def checked(folder: Path, package: Path, path: Path, *words: str) -> dict[str, Any]:
    """The result of one hand-in, for the instructor."""
    done = run_grader(folder, "check", str(package), str(path), "--audience", "instructor", "--format", "json", *words)
    assert done.stdout, done.stderr.decode("utf-8", "replace")
    result: dict[str, Any] = json.loads(done.stdout)
    return result
