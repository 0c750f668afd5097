"""Boxes on the machine: whatever a program leaves in one, it goes, and nothing that it links to."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import SandboxError
from grader.model import Ending, Limits, Outcome
from grader.plugins import Sandbox
from grader.sandbox.boxes import SMALL, Box, Boxes, empty
from grader.sandbox.start import spare_user
from grader.sandbox.usage import folder_bytes

Run = Callable[..., Outcome]

DEEP = """
import os
for _level in range(2000):
    os.mkdir("d"); os.chdir("d")
open("kept", "w").write("x")
"""
SHUT = """
import os
os.makedirs("a/b/c")
open("a/b/c/kept", "w").write("x")
for path in ("a/b/c", "a/b", "a", os.path.dirname(os.environ["TMPDIR"])):
    os.chmod(path, 0)
try: os.chmod(os.path.dirname(os.path.dirname(os.environ["TMPDIR"])), 0)
except OSError: pass
"""
LINKED = """
import os
os.symlink("/usr", "usr"); os.symlink("/", "root"); os.symlink("nowhere", "nowhere"); os.symlink("..", "up")
os.mkdir("a"); os.symlink("/etc", "a/etc"); os.link("usr", "a/usr")
os.mkfifo("pipe")
open(os.fsdecode(b"\\xff\\n\\x1b"), "w").close()
"""


@pytest.mark.parametrize("source", [DEEP, SHUT, LINKED])
def test_whatever_a_program_leaves_behind_is_gone_with_its_box(
    restricted_sandbox: Sandbox, run_python: Run, source: str
) -> None:
    sandbox, boxes = type(restricted_sandbox)(), list[Path]()
    for _turn in range(6):
        outcome = run_python(sandbox, "import os; print(os.environ['TMPDIR'], flush=True)\n" + source)
        boxes.append(Path(outcome.stdout.decode().split()[0]).parent)
        assert all(box.name.startswith("grader-box-") for box in boxes)
        assert not any(map(os.path.lexists, boxes if source == DEEP else boxes[:-2]))
    assert len({box.parent for box in boxes}) == 2


def test_what_lies_in_a_folder_goes_and_what_it_links_to_stays(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    (outside / "folder").mkdir(parents=True)
    (outside / "folder" / "file").write_text("precious")
    (inside / "a" / "b").mkdir(parents=True)
    (inside / "a" / "link").symlink_to(outside)
    (inside / "a" / "b" / "link").symlink_to(outside / "folder" / "file")
    for number in range(3000):
        (inside / "a" / f"{number}").touch()
    (inside / "c").mkdir(mode=0o000)
    empty(os.open(inside, os.O_RDONLY))
    assert list(inside.iterdir()) == []
    assert (outside / "folder" / "file").read_text() == "precious"


def test_an_ordinary_user_empties_what_a_program_has_shut_and_changes_nothing_behind_a_link(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    (inside / "a" / "b").mkdir(parents=True)
    (inside / "a" / "b" / "file").touch()
    (inside / "a" / "link").symlink_to(outside)
    outside.mkdir(mode=0o711)
    for path in (inside, inside / "a", inside / "a" / "b", tmp_path):
        path.chmod(0o755)
    user = spare_user()
    if user is not None:
        for path in (inside, inside / "a", inside / "a" / "b"):
            os.chown(path, user, user)
    for path in (inside / "a" / "b", inside / "a"):
        path.chmod(0)
    descriptor = os.open(inside, os.O_RDONLY)
    child = os.fork()
    if child == 0:
        try:
            if user is not None:
                os.setuid(user)
            empty(descriptor)
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert list(inside.iterdir()) == []
    assert outside.stat().st_mode & 0o777 == 0o711


def test_what_was_left_goes_before_the_next_start_and_much_of_it_at_once() -> None:
    boxes = Boxes(None)
    box = boxes.take()
    (box.path / "file").touch()
    boxes.leave(box)
    assert box.path.exists()
    assert boxes.clean()
    assert not box.path.exists()
    boxes.prepare()
    assert boxes.clean()
    large = boxes.take()
    for number in range(2 * SMALL):
        (large.path / f"{number}").touch()
    boxes.leave(large)
    assert not large.path.exists()
    assert boxes.clean()
    boxes.close()
    assert not boxes.path.exists()
    assert not boxes.clean()
    with pytest.raises(SandboxError, match="no folder for a box could be made"):
        Box(b"nonce", None, boxes.path)


def test_a_folder_that_no_honest_program_makes_is_endless(tmp_path: Path) -> None:
    (tmp_path / "few").mkdir()
    (tmp_path / "few" / "file").write_bytes(bytes(100_000))
    assert 100_000 <= folder_bytes(tmp_path / "few") < 200_000
    deep = tmp_path / "deep" / "/".join(["d"] * 202)
    deep.mkdir(parents=True)
    (deep / "file").touch()
    assert folder_bytes(tmp_path / "deep") == math.inf


def test_a_program_that_hides_its_files_in_depth_meets_the_limit_of_its_files(
    restricted_sandbox: Sandbox, run_python: Run
) -> None:
    source = DEEP + "import time\nwhile True: time.sleep(1)"
    outcome = run_python(restricted_sandbox, source, Limits(wall_s=8))
    assert outcome.ending is Ending.OUTPUT_LIMIT
