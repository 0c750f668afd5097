"""What travels between a batch and its workers: plain data for any process that has the same grader.

A job holds a submission, and the package only by its fingerprint: that is sent once to each worker. Grading a job
twice does no harm and gives the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader import __version__
from grader.batch.basis import fingerprint, grading_code, package_files
from grader.batch.store import NAME
from grader.model import Submission

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Package:
    """The files of a problem package; `folder` is what it is called where it comes from."""

    folder: str
    files: Mapping[str, bytes]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What all jobs of one batch have in common: a worker that can't keep to it refuses."""

    batch: str
    """A name that no other batch has."""
    grader: str
    package: str
    isolation: str
    """The level that was asked for."""
    seed: int
    parts: tuple[str, ...]
    compilers: int
    """How many compilers of each kind may stay on one worker."""


@dataclass(frozen=True, slots=True)
class Job:
    """One submission to grade. `language` is that in which it will be graded, as far as it is one of the task."""

    terms: Terms
    submission: Submission
    repeat: str
    language: str | None


@dataclass(frozen=True, slots=True)
class Graded:
    """The result of a job, and what it is based on."""

    basis: str
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the worker can't grade jobs of the batch."""

    why: str


@dataclass(frozen=True, slots=True)
class PackageWanted:
    """The worker has not got the package yet."""


def edition() -> str:
    """What has to be the same at both ends."""
    return f"{__version__}, code {grading_code()}, jobs {FORMAT}"


def packed(folder: Path) -> Package:
    """The package in the folder, ready to travel."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in package_files(folder, NAME)}
    return Package(str(folder), files, fingerprint(folder, NAME))
