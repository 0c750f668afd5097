"""What level `none` promises, which is little: limits, and a folder that goes away."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

import grader
from grader.model import Command, Limits, Outcome
from grader.plugins import Sandbox
from grader.reach import find_python

Run = Callable[..., Outcome]


def test_the_box_goes_away_with_links_but_not_what_they_lead_to(
    no_sandbox: Sandbox, run_python: Run, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("still here")
    source = f"""
import os
os.symlink({str(kept)!r}, "link")
os.symlink({str(kept / "file")!r}, "file")
os.makedirs("deep/er"); os.symlink("..", "deep/er/up")
print(os.path.realpath(".."))
"""
    outcome = run_python(no_sandbox, source)
    box = Path(outcome.stdout.decode().strip())
    assert box.name.startswith("grader-box-")
    assert not box.exists()
    assert (kept / "file").read_text() == "still here"


def test_a_box_with_locked_folders_goes_away_too(no_sandbox: Sandbox, run_python: Run) -> None:
    source = """
import os
os.makedirs("locked/inner"); open("locked/inner/file", "w").close()
os.chmod("locked/inner", 0); os.chmod("locked", 0)
print(os.path.realpath(".."))
"""
    outcome = run_python(no_sandbox, source)
    assert not Path(outcome.stdout.decode().strip()).exists()


def test_two_boxes_at_once_are_two_folders(no_sandbox: Sandbox, python: Callable[..., Command]) -> None:
    source = "import os; print(os.path.realpath('..'))"
    with no_sandbox.start(python(source), Limits()) as one, no_sandbox.start(python(source), Limits()) as two:
        assert one.run_to_end().stdout != two.run_to_end().stdout


CROWDED = """
import threading, sys
from grader.model import Command, Limits
from grader.sandbox.none import NoSandbox
wait = threading.Event()
for _ in range(40):
    threading.Thread(target=wait.wait, daemon=True).start()
source = "import threading; t = threading.Thread(target=print, args=('ran',)); t.start(); t.join()"
with NoSandbox().start(Command((sys.argv[1], "-I", "-S", "-c", source), {}), Limits(processes=16)) as process:
    outcome = process.run_to_end()
print(outcome.stdout.decode() + outcome.stderr.decode())
"""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="counts of processes per user are of POSIX systems")
def test_other_processes_of_the_user_do_not_count_towards_the_limit() -> None:
    python = str(find_python()[0])
    folder = str(Path(grader.__file__).resolve().parent.parent)
    done = subprocess.run(
        [python, "-c", CROWDED, python],
        env={"PYTHONPATH": folder, "PATH": os.defpath, "TMPDIR": tempfile.gettempdir(), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        timeout=30,
        check=False,
        cwd="/",
        **({"user": 61099, "group": 61099, "extra_groups": []} if os.geteuid() == 0 else {}),  # type: ignore[call-overload]
    )
    if b"No module named" in done.stderr or b"Permission denied" in done.stderr:
        pytest.skip("an unprivileged user can't read the project here")
    assert done.stdout.strip() == b"ran", done.stderr.decode()
