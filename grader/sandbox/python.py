"""The machine -> a Python interpreter that a sandboxed, unprivileged process can start, and what it must see."""

from __future__ import annotations

import os
import shutil
import sys
from functools import cache
from pathlib import Path

from grader.errors import SandboxError
from grader.reach import reachable

_SYSTEM = Path("/usr")


@cache
def find_python() -> tuple[Path, tuple[Path, ...]]:
    """The interpreter that runs this grader if the sandboxed user can reach it, else the system's.

    Also the folders that must be visible besides the system's.
    """
    own = Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))
    if reachable(own):
        return own, () if own.is_relative_to(_SYSTEM) else (Path(sys.base_prefix).resolve(),)
    found = shutil.which("python3", path="/usr/local/bin:/usr/bin:/bin")
    if found is None:
        raise SandboxError(f"no Python that an unprivileged user can start: {own} is out of its reach")
    return Path(found).resolve(), ()
