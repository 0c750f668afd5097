"""Submissions and a way of asking -> their results, graded on all cores, or found where they were kept.

What decides a result is its basis (`grader/batch/basis.py`) and the way in which it was asked: a result is found again
exactly when grading again could change nothing. What could not be graded is never kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shlex
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from grader.batch.basis import Bases
from grader.batch.store import NAME
from grader.cache import Cache, open_cache
from grader.compilers import Compilers, worth
from grader.model import Submission
from grader.package import Problem
from grader.pipeline import Options, grade_submission
from grader.plugins import Sandbox

Result = Mapping[str, Any]
Tell = Callable[[int, int], None]
AS_IT_IS = "as it is"


@dataclass(frozen=True, slots=True)
class Asking:
    """A way of grading.

    Two askings of one package with the same `way` are the same: a changed problem has a way of its own, which stands
    for all that was changed in it.
    """

    problem: Problem
    way: str = AS_IT_IS
    seed: int = 0
    parts: tuple[str, ...] = ()


@dataclass(slots=True)
class Desk:
    """Grades. `tell` hears how many of how many are done."""

    sandbox: Sandbox
    jobs: int
    compilers: Compilers
    kept: Cache | None
    tell: Tell
    graded: int = 0
    found: int = 0
    _known: dict[str, Result] = field(default_factory=dict)

    def grade(self, asking: Asking, submissions: Sequence[tuple[Submission, Path | None]]) -> list[Result]:
        """The result of each submission, in their order; a path is where it can be graded again by hand."""
        options = (asking.seed, *asking.parts, asking.way, *([] if asking.way == AS_IT_IS else [_code()]))
        bases = Bases(asking.problem, self.sandbox, options, NAME)
        results: list[Result] = []
        with ThreadPoolExecutor(self.jobs) as pool:
            one = [pool.submit(self._one, asking, bases, *each) for each in submissions]
            try:
                for done, future in enumerate(one, 1):
                    results.append(future.result())
                    self.tell(done, len(one))
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise
        return results

    def _one(self, asking: Asking, bases: Bases, submission: Submission, path: Path | None) -> Result:
        repeat = f"grader check {shlex.quote(str(asking.problem.folder))} {shlex.quote(str(path or submission.id))}"
        key = hashlib.sha256(bases.of(submission, repeat).encode()).hexdigest()
        result = self._known.get(key) or self._kept(key)
        if result is None:
            options = Options(asking.seed, asking.parts, compilers=self.compilers)
            result = grade_submission(asking.problem, submission, self.sandbox, repeat, options)
            self.graded += 1
            if result["status"] == "graded" and self.kept is not None:
                self.kept.keep(f"{key}.zlib", zlib.compress(json.dumps(result).encode()))
        else:
            self.found += 1
        if result["status"] == "graded":
            self._known[key] = result
        return result

    def _kept(self, key: str) -> Result | None:
        path = self.kept.find(f"{key}.zlib") if self.kept is not None else None
        if path is None:
            return None
        with contextlib.suppress(OSError, ValueError, zlib.error):
            result: Result = json.loads(zlib.decompress(path.read_bytes()))
            return result
        return None


@cache
def _code() -> str:
    """A fingerprint of what changes problems: the code of the checks."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


@contextlib.contextmanager
def open_desk(sandbox: Sandbox, jobs: int, tell: Tell = lambda _done, _all: None) -> Iterator[Desk]:
    """A desk, whose compilers end with it."""
    with Compilers(sandbox, worth(20 * jobs, jobs)) as compilers:
        yield Desk(sandbox, jobs, compilers, open_cache("verify"), tell)
