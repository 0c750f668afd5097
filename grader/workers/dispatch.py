"""Submissions, each brought by a thread of the batch -> jobs for workers that can do them, tried again if need be.

When a worker is lost, any of the jobs that it was at may have killed it. Each of them is tried once more, alone on a
worker: who kills that one too is not graded, and the others have lost nothing but time.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from grader.batch.elsewhere import Elsewhere, Stopped
from grader.errors import GraderError, InputError
from grader.model import Isolation, Submission
from grader.package import Problem
from grader.pipeline import language_of
from grader.plugins import languages
from grader.workers import bench
from grader.workers.crew import Crew, Lost, Unable, Worker
from grader.workers.job import Graded, Job, Package, PackageWanted, Refused, Terms

TRIES = 2
PATIENCE_S = 60.0
LOOK_S = 0.5
WEAKEST_FIRST = (Isolation.NONE, Isolation.RESTRICTED, Isolation.FULL)
KILLED = (
    "the program that grades it ended twice while it was at work on it, the second time with nothing else to do; "
    "a person has to look at it"
)
FAILED = "two workers could not grade it; a person has to look at it"
GONE = "it ended each time that it was given the package"


@dataclass(slots=True)
class Seat:
    """What is known of one worker: what it is like, why it is left out, and what it does now."""

    worker: Worker
    machine: Elsewhere | None = None
    refused: str | None = None
    busy: Counter[str | None] = field(default_factory=Counter)
    claimed: bool = False
    losses: int = 0
    """How often it was lost while it was prepared."""
    preparing: threading.Lock = field(default_factory=threading.Lock)

    def takes(self, language: str | None) -> bool:
        """Whether it can grade this language at all, as far as that is known."""
        if self.refused is not None:
            return False
        if language is None or self.machine is None:
            return True
        declared = self.worker.declared
        return language in self.machine.languages and (declared is None or language in declared)

    def has_place(self, language: str | None) -> bool:
        """Whether it can begin with one more now."""
        declared = self.worker.declared or {}
        most = declared.get(language, self.worker.places) if language is not None else self.worker.places
        return not self.claimed and self.busy.total() < self.worker.places and self.busy[language] + 1 <= most


class Dispatcher:
    """Hands jobs to the workers of a crew. Use it in a `with`: leaving it leaves the crew."""

    def __init__(
        self, crew: Crew, problem: Problem, package: Package, terms: Terms, tell: Callable[[str], None]
    ) -> None:
        self._crew = crew
        self._problem = problem
        self._package = package
        self._terms = terms
        self._tell = tell
        self._seats: dict[Worker, Seat] = {}
        self._change = threading.Condition()
        self._stopped = False
        self._known: list[Elsewhere] = []
        self._told: set[str] = set()
        self._last_there = time.monotonic()
        self._last_fit: dict[str | None, float] = {}

    def __enter__(self) -> Dispatcher:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._crew.close(self._terms)

    def open(self) -> None:
        """Wait for workers and send them the package; raises InputError if none of them can be used."""
        self._last_there = time.monotonic()
        while True:
            seats = self._looked()
            with ThreadPoolExecutor(max(1, len(seats))) as threads:
                list(threads.map(self._prepared, seats))
            if self._known:
                return
            if any(seat.refused for seat in seats) or time.monotonic() - self._last_there > PATIENCE_S:
                raise InputError(f"no worker can grade this batch: {self._why(None)}")
            time.sleep(LOOK_S)

    def machines(self) -> Sequence[Elsewhere]:
        """The machines that have been seen, each different one once, the least isolated first."""
        return sorted(self._known, key=lambda machine: WEAKEST_FIRST.index(machine.level))

    def stop(self) -> None:
        """Begin with nothing more."""
        with self._change:
            self._stopped = True
            self._change.notify_all()

    def grade(self, handed_in: Submission, repeat: str) -> tuple[str, Mapping[str, Any]]:
        """The basis and the result; raises GraderError or Stopped."""
        job = Job(self._terms, handed_in, repeat, language_of(self._problem, handed_in))
        why = ""
        failures = 0
        while failures < TRIES:
            try:
                with self._seat(job.language, alone=failures > 0) as seat:
                    answer = self._asked(seat, job)
            except Lost:
                failures, why = failures + 1, KILLED
            except Unable as error:
                self._tell(f"{handed_in.id}: a worker could not grade it: {error}")
                failures, why = failures + 1, FAILED
            else:
                if isinstance(answer, Graded):
                    return answer.basis, answer.result
        raise GraderError(why)

    def _asked(self, seat: Seat, job: Job) -> Graded | None:
        """What the worker makes of the job; None if it refuses, which is noted."""
        if not self._prepared(seat) or not seat.takes(job.language):
            return None
        try:
            answer = seat.worker.run(job.language, bench.grade, job)
            if isinstance(answer, PackageWanted):
                answer = seat.worker.run(job.language, bench.grade, job, self._package)
        except Lost:
            self._tell_once(f"Worker {seat.worker.name} was lost; what it was at is tried again.")
            raise
        if isinstance(answer, Graded):
            return answer
        self._refuse(seat, answer)
        return None

    # --- workers -------------------------------------------------------------------------------------------

    def _looked(self) -> list[Seat]:
        """The seats of those who are there now."""
        with self._change:
            there = list(self._crew.workers())
            self._seats = {worker: self._seats.get(worker) or Seat(worker) for worker in there}
            if there:
                self._last_there = time.monotonic()
            return list(self._seats.values())

    def _tell_once(self, line: str) -> None:
        with self._change:
            is_new = line not in self._told
            self._told.add(line)
        if is_new:
            self._tell(line)

    def _prepared(self, seat: Seat) -> bool:
        """Whether the worker takes part; it gets the package when this is first asked."""
        with seat.preparing:
            if seat.machine is None and seat.refused is None:
                self._prepare(seat)
        return seat.machine is not None and seat.refused is None

    def _prepare(self, seat: Seat) -> None:
        try:
            answer = seat.worker.run(None, bench.prepare, self._terms, self._package)
        except Unable as error:
            answer = Refused(f"the grader does not work there: {error}")
        except Lost:
            seat.losses += 1
            if seat.losses == TRIES:
                self._refuse(seat, Refused(GONE))
            return
        if not isinstance(answer, Elsewhere):
            self._refuse(seat, answer)
            return
        with self._change:
            seat.machine = answer
            if answer not in self._known:
                self._known.append(answer)

    def _refuse(self, seat: Seat, answer: Any) -> None:
        why = answer.why if isinstance(answer, Refused) else f"it answers {type(answer).__name__}"
        if seat.refused is None:
            self._tell(f"Worker {seat.worker.name} is left out: {why}")
        seat.refused = why

    @contextmanager
    def _seat(self, language: str | None, *, alone: bool) -> Iterator[Seat]:
        """A seat for one job, when there is one; raises GraderError if no worker can do it."""
        seat = self._alone(language) if alone else self._beside_others(language)
        try:
            yield seat
        finally:
            with self._change:
                seat.busy[language] -= 1
                seat.claimed = seat.claimed and not alone
                self._change.notify_all()

    def _beside_others(self, language: str | None) -> Seat:
        with self._change:
            while True:
                free = [seat for seat in self._fit(language) if seat.has_place(language)]
                if free:
                    seat = min(free, key=lambda one: one.busy.total() / one.worker.places)
                    seat.busy[language] += 1
                    return seat
                self._change.wait(LOOK_S)

    def _alone(self, language: str | None) -> Seat:
        """A seat at a worker that does nothing else as long as this one is at work."""
        with self._change:
            claimed: Seat | None = None
            while True:
                try:
                    fit = self._fit(language)
                except (GraderError, Stopped):
                    if claimed is not None:
                        claimed.claimed = False
                    raise
                if claimed is None or claimed not in fit:
                    claimed = min(
                        (seat for seat in fit if not seat.claimed), key=lambda one: one.busy.total(), default=None
                    )
                if claimed is not None:
                    claimed.claimed = True
                    if claimed.busy.total() == 0:
                        claimed.busy[language] += 1
                        return claimed
                self._change.wait(LOOK_S)

    def _fit(self, language: str | None) -> list[Seat]:
        """The seats of those who can do it, now or when they are done; raises GraderError if there are none."""
        if self._stopped:
            raise Stopped
        fit = [seat for seat in self._looked() if seat.takes(language)]
        if any(seat.machine is not None for seat in fit):
            self._last_fit[language] = time.monotonic()
        if not fit and time.monotonic() - self._last_could(language) > PATIENCE_S:
            raise GraderError(self._why(language))
        return fit

    def _last_could(self, language: str | None) -> float:
        """When somebody could last: one that was lost may come back, but what never was is not waited for."""
        return self._last_fit.get(language, -math.inf) if self._seats else self._last_there

    def _why(self, language: str | None) -> str:
        """Why nobody takes it."""
        refused = list(dict.fromkeys(seat.refused for seat in self._seats.values() if seat.refused))
        if not self._seats:
            return f"no worker was there for {PATIENCE_S:.0f} seconds"
        if language is None or all(seat.refused for seat in self._seats.values()):
            return "; ".join(f"a worker was left out, as {why}" for why in refused) or "none could be prepared"
        return f"no worker that is there now has {languages()[language].title}"
