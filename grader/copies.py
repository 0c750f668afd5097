"""A hand-in and a task -> which files of the one are called like files of the other, and what to say of that.

Repositories of students hold copies of the tests. Only the task's own files are ever used, so a copy that was changed
changes nothing; but whoever changed it should know, and so should the instructor. Students are told the name alone:
whether theirs is like ours would be a way to ask what ours says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath

from grader.model import Submission
from grader.package import Problem


def notes(problem: Problem, submission: Submission) -> tuple[str, ...]:
    """For everybody: a file of theirs that has the name of one of the task."""
    return tuple(
        f"`{path}` is called like a file of the task. Only the task's own is used."
        for path, _own in _both(problem, submission)
    )


def flags(problem: Problem, submission: Submission) -> tuple[str, ...]:
    """For the instructor alone: one that is no plain copy."""
    return tuple(
        f"`{path}` differs from the task's own `{own}`, which was used."
        for path, own in _both(problem, submission)
        if _plain(submission.files[path]) != _plain(_files(problem.folder, problem.digest)[own])
    )


def _both(problem: Problem, submission: Submission) -> Iterator[tuple[str, str]]:
    own = _files(problem.folder, problem.digest)
    for path in sorted(submission.files):
        name = PurePosixPath(path).name
        if name in own and path != submission.main:
            yield path, name


@lru_cache(maxsize=64)
def _files(folder: Path, _digest: str) -> Mapping[str, bytes]:
    """problem.yaml and what stands beside it, texts for people left out."""
    names = (path for path in sorted(folder.glob("*")) if path.suffix != ".md" and not path.name.startswith("."))
    return {path.name: path.read_bytes() for path in names if path.is_file()}


def _plain(content: bytes) -> bytes:
    """The content whatever its line ends are."""
    return content.replace(b"\r\n", b"\n").strip()
