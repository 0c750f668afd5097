"""That the grader can be imported where a system lacks what only Linux has."""

from __future__ import annotations

import subprocess
import sys

HIDDEN = ("fcntl", "resource", "pwd", "grp", "termios", "_posixsubprocess_of_nobody")
SCRIPT = f"""
import sys
for name in {HIDDEN!r}:
    sys.modules[name] = None
import importlib, pkgutil
import grader
for module in pkgutil.walk_packages(grader.__path__, "grader."):
    inside = module.name.endswith(("launcher", "_driver", "__main__"))
    if not inside:
        importlib.import_module(module.name)
print("imported")
"""


def test_every_module_of_the_trusted_side_imports_without_the_modules_of_posix_systems() -> None:
    # subprocess and distributed need some of them on this system, so they are imported before they are hidden.
    done = subprocess.run(
        [sys.executable, "-c", "import subprocess, tempfile, distributed\n" + SCRIPT], capture_output=True, check=False
    )
    assert done.stdout == b"imported\n", done.stderr.decode()
