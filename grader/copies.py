"""A hand-in and a task -> which files of the one are called like files of the other, and what to say of that.

Repositories of students hold copies of the tests. Only the task's own are ever asked, so a copy that was changed
changes nothing; but whoever changed it should know, and so should the instructor. Students are told the name alone:
whether theirs is like ours would be a way to ask what ours says.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import PurePosixPath

from grader.model import Submission
from grader.package import Problem

ORACLE = "oracle.py"
DATA = (".yaml", ".yml", ".json", ".csv", ".toml", ".xml")  # as tests and rules are written; programs have others


def notes(problem: Problem, submission: Submission) -> tuple[str, ...]:
    """For everybody: a file of theirs that has the name of one of the task."""
    return tuple(
        f"`{path}` is called like a file of the task. It changes nothing about how this is graded."
        for path, _own in _both(problem, submission)
    )


def flags(problem: Problem, submission: Submission) -> tuple[str, ...]:
    """For the instructor alone: one that is no plain copy."""
    found = []
    for path, own in _both(problem, submission):
        with contextlib.suppress(OSError):
            if _plain(submission.files[path]) != _plain((problem.folder / own).read_bytes()):
                found.append(f"`{path}` differs from the task's own `{own}`.")
    return tuple(found)


def _both(problem: Problem, submission: Submission) -> Iterator[tuple[str, str]]:
    for path in sorted(submission.files):
        one = PurePosixPath(path)
        may_be = (one.name == ORACLE or one.suffix in DATA) and not one.name.startswith(".")
        if may_be and path != submission.main and (problem.folder / one.name).is_file():
            yield path, one.name


def _plain(content: bytes) -> bytes:
    """The content whatever its line ends are."""
    return content.replace(b"\r\n", b"\n").strip()
