"""A job -> its result, on a worker: the process keeps the package, the sandbox and the compilers from job to job.

A worker whose grader, package or isolation is another than the batch asks for says so and grades nothing.
"""

from __future__ import annotations

import multiprocessing
import signal
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grader import problem as problems
from grader.batch.basis import Bases, fingerprint, grader_here, toolchain_here
from grader.batch.elsewhere import Elsewhere
from grader.batch.grading import bases
from grader.batch.memory import Room
from grader.batch.store import NAME
from grader.compilers import Compilers
from grader.errors import GraderError, SandboxError, ToolMissing
from grader.model import Isolation
from grader.package import Problem
from grader.pipeline import Options, grade_submission
from grader.plugins import Sandbox, languages
from grader.sandbox.levels import open_sandbox
from grader.workers.job import Graded, Job, Package, PackageWanted, Refused, Terms, edition

MOST_BATCHES = 4
MOST_JOBS = 1_000
"""More than any worker does at once: only memory lowers it."""


def prepare(terms: Terms, package: Package) -> Elsewhere | Refused | PackageWanted:
    """Take the package of a batch; what this worker is like, or why it can't take part."""
    table = bench().table(terms, package)
    return described(table.sandbox) if isinstance(table, Table) else table


def grade(job: Job, package: Package | None = None) -> Graded | Refused | PackageWanted:
    """Grade one submission."""
    table = bench().table(job.terms, package)
    return table.grade(job) if isinstance(table, Table) else table


def finish(terms: Terms) -> None:
    """Forget a batch that has come to its end."""
    bench().clear(terms)


def described(sandbox: Sandbox) -> Elsewhere:
    """What of this process and its machine can change a result."""
    there = tuple(name for name in languages() if _has(name))
    toolchains = {name: toolchain_here(name) for name in languages()}
    return Elsewhere(sandbox.level, tuple(sandbox.layers), tuple(sandbox.missing), grader_here(), toolchains, there)


def _has(language: str) -> bool:
    try:
        languages()[language].find()
    except ToolMissing:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Table:
    """What the jobs of one batch share in this process. The folder goes when nobody uses it any more."""

    problem: Problem
    sandbox: Sandbox
    options: Options
    compilers: Compilers
    bases: Bases
    room: Room
    folder: tempfile.TemporaryDirectory[str]
    called: str
    """What the folder is called where the package comes from."""

    def grade(self, job: Job) -> Graded:
        """The result of a job."""
        with self.room.taken_by(job.submission):
            result = grade_submission(self.problem, job.submission, self.sandbox, job.repeat, self.options)
        return Graded(self._basis(job), self._as_called(result))

    def _basis(self, job: Job) -> str:
        try:
            return self.bases.of(job.submission, job.repeat)
        except Exception:  # noqa: BLE001 - as on the machine of the batch: such a result is not found again
            return ""

    def _as_called(self, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """The result, with faults of the package in the folder that its author knows."""
        return {**result, "flagged": [line.replace(self.folder.name, self.called) for line in result["flagged"]]}


class Bench:
    """The tables of this process, the newest last."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._change = threading.Lock()
        in_child = multiprocessing.parent_process() is not None
        if in_child and threading.current_thread() is threading.main_thread():
            # Ctrl-C goes to all processes of a terminal; what is being graded is finished all the same.
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def table(self, terms: Terms, package: Package | None) -> Table | Refused | PackageWanted:
        """The table of this batch, made of the package if there is none yet."""
        if terms.grader != edition():
            return Refused(f"its grader is {edition()}, and not {terms.grader}")
        with self._change:
            if terms.batch in self._tables:
                return self._tables[terms.batch]
            if package is None:
                return PackageWanted()
            try:
                made = _laid(terms, package)
            except (GraderError, OSError) as error:
                return Refused(str(error))
            self._tables[terms.batch] = made
            old = list(self._tables)[:-MOST_BATCHES]
            left = [self._tables.pop(batch) for batch in old]
        for table in left:
            table.compilers.close()
        return made

    def clear(self, terms: Terms) -> None:
        """Take the table of this batch away; jobs that are at it come to their end."""
        with self._change:
            table = self._tables.pop(terms.batch, None)
        if table is not None:
            table.compilers.close()


@cache
def bench() -> Bench:
    """The one of this process."""
    return Bench()


def _laid(terms: Terms, package: Package) -> Table:
    """A table for these terms; raises GraderError where this worker can't keep to them."""
    sandbox = open_sandbox(terms.isolation)
    if sandbox.level is Isolation.NONE and terms.isolation != Isolation.NONE.value:
        raise SandboxError("no isolation works on it (`grader doctor` says why there)")
    folder = tempfile.TemporaryDirectory(prefix="grader-package-", ignore_cleanup_errors=True)
    for name, content in package.files.items():
        path = Path(folder.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if fingerprint(Path(folder.name), NAME) != terms.package:
        raise GraderError("the package that it has is not that of the batch")
    try:
        problem = problems.load(Path(folder.name), terms.seed)
    except GraderError as error:
        raise GraderError(f"it can't load the package: {error}".replace(folder.name, package.folder)) from error
    compilers = Compilers(sandbox, terms.compilers)
    options = Options(terms.seed, terms.parts, compilers=compilers)
    room = Room(problem, MOST_JOBS)
    return Table(problem, sandbox, options, compilers, bases(problem, sandbox, options), room, folder, package.folder)
