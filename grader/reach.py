"""A path -> whether student code can start the program there; a name -> the programs that it can start.

Student code runs as another, unprivileged user when the grader itself runs as root, and such a user can't enter
the home folders where version managers put their toolchains.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from grader.errors import ToolMissing

COVERED = ("/tmp", "/box", "/dev", "/proc")  # noqa: S108 - nothing is written there
"""Folders that a box has of its own: what lies there on this machine is not seen inside."""


PYTHON_VARIABLES = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
"""What each Python for student code is started with, and each launcher, so that it can become one."""


def is_covered(folder: Path) -> bool:
    """Whether a box has a folder of its own in the place of this one, or of one above it."""
    return any(folder.is_relative_to(covered) for covered in COVERED)


def enterable(folder: Path) -> bool:
    """Whether the sandboxed user may enter the folder and every one above it."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return True
    return all(step.stat().st_mode & stat.S_IXOTH for step in (folder, *folder.parents))


def reachable(path: Path) -> bool:
    """Whether the sandboxed user may execute the file and enter every folder above it."""
    if not path.is_file():
        return False
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return os.access(path, os.X_OK)
    return enterable(path)


def find_programs(name: str, *folders: Path) -> Iterator[Path]:
    """The reachable programs of this name, links resolved: first in the folders given, then on the search path."""
    search = [str(folder) for folder in folders] + os.environ.get("PATH", os.defpath).split(os.pathsep)
    for folder in dict.fromkeys(search):
        found = shutil.which(name, path=folder)
        if found is not None and reachable(Path(found).resolve()):
            yield Path(found).resolve()


@cache
def version_of(program: Path, option: str) -> str:
    """The first line that the program prints about its version.

    Raises ToolMissing when it can't even do that. Ctrl-C at the terminal does not reach the program: then it would say
    nothing, and be taken for missing while what runs is finished.
    """
    try:
        said = subprocess.run(
            [program, option], capture_output=True, timeout=30, check=False, cwd="/", env={}, start_new_session=True
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ToolMissing(f"a working {program.name}", f"repair {program}: {error}") from error
    lines = (said.stdout or said.stderr).decode("utf-8", "replace").strip().splitlines()
    return lines[0] if lines else "unknown version"


@cache
def find_python() -> tuple[Path, tuple[Path, ...]]:
    """The interpreter that runs this grader if student code can reach it, else the system's.

    Also the folders that must be visible for it. Never the shim of a version manager, which is a slow script.
    """
    own = Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))
    if reachable(own):
        return own, (Path(sys.base_prefix).resolve(),)
    for program in find_programs("python3", Path("/usr/local/bin"), Path("/usr/bin")):
        return program, (program.parent.parent,)
    raise ToolMissing("Python 3 that an unprivileged user can start", "sudo apt-get install python3")


def major(version: str) -> int:
    """The first number in what a program says of its version; 0 if there is none."""
    found = re.search(r"\d+", version)
    return int(found.group()) if found else 0
