"""Files of a hand-in that are called like files of the task."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader import copies, submission
from grader.model import Submission
from grader.problem import load, shipped_problems

TASK = load(shipped_problems() / "valid-board")
OWN = (TASK.folder / "oracle.py").read_bytes()


def handed_in(files: dict[str, bytes], main: str | None = None) -> Submission:
    return Submission("s", files, "python", main, submission.digest(files))


@pytest.mark.parametrize("path", ["oracle.py", "tests/deep/oracle.py"])
@pytest.mark.parametrize(
    ("content", "differs"),
    [(OWN, False), (OWN.replace(b"\n", b"\r\n") + b"\r\n", False), (b"", True), (OWN + b"1", True)],
)
def test_a_file_that_is_called_like_one_of_the_task_is_told(path: str, content: bytes, differs: bool) -> None:
    one = handed_in({"solution.py": b"1", path: content}, "solution.py")
    assert copies.notes(TASK, one) == (
        f"`{path}` is called like a file of the task. It changes nothing about how this is graded.",
    )
    flag = f"`{path}` differs from the task's own `oracle.py`."
    assert copies.flags(TASK, one) == ((flag,) if differs else ())


def test_students_are_told_the_same_whether_theirs_is_like_ours() -> None:
    told = {copies.notes(TASK, handed_in({"oracle.py": content})) for content in (OWN, b"guess")}
    assert len(told) == 1


@pytest.mark.parametrize("path", ["solution.py", "statement.en.md", "oracle.txt", "wrong", ".oracle.py"])
def test_nothing_is_told_of_other_files(path: str) -> None:
    assert not copies.notes(TASK, handed_in({path: b"x"}))


def test_the_file_that_counts_may_be_called_as_it_likes() -> None:
    assert not copies.notes(TASK, handed_in({"oracle.py": b"x"}, "oracle.py"))


def test_what_programs_read_and_import_is_no_copy(tmp_path: Path) -> None:
    for name in ("utils.py", "__init__.py", "data.txt", "requirements.txt", "cases.yaml"):
        (tmp_path / name).write_text("ours")
    one = handed_in(dict.fromkeys(("utils.py", "pkg/__init__.py", "data.txt", "requirements.txt", "cases.yaml"), b"x"))
    task = replace(TASK, folder=tmp_path)
    assert [note.split("`")[1] for note in copies.notes(task, one)] == ["cases.yaml"]


def test_a_file_of_the_task_that_can_not_be_read_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "cases.yaml").symlink_to("/proc/self/mem")
    assert not copies.flags(replace(TASK, folder=tmp_path), handed_in({"cases.yaml": b"x"}))


def test_a_package_that_changed_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("old")
    one = handed_in({"data.csv": b"old"})
    task = replace(TASK, folder=tmp_path)
    assert not copies.flags(task, one)
    (tmp_path / "data.csv").write_text("new")
    assert copies.flags(replace(task, digest="another"), one)
