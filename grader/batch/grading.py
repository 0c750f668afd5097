"""Many hand-ins -> a folder of results: graded on all cores, kept as they come, reported at the end.

What the store of the folder knows already is not graded again, so a batch that was ended, in whatever way, goes on
where it was. A hand-in that breaks anything is a result like every other; only a full disk or Ctrl-C ends a batch
early, and then what is finished is reported all the same.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from grader import submission
from grader.batch import folder
from grader.batch.basis import Bases
from grader.batch.elsewhere import Stopped, Workers
from grader.batch.memory import Room
from grader.batch.progress import Progress
from grader.batch.sharing import Shared
from grader.batch.store import NAME, Kept, Store
from grader.compilers import Compilers, worth
from grader.errors import GraderError, InputError
from grader.intake.course import Lists
from grader.intake.hand_ins import HandIn
from grader.model import Person, Submission
from grader.package import Problem
from grader.people.decide import decide
from grader.people.overrides import Overrides
from grader.pipeline import GRADER_WRONG, Options, grade_submission
from grader.plugins import Sandbox
from grader.problem import shipped_problems

HandIns = Sequence[tuple[str, HandIn]]
Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to grade, against what, and where to put it."""

    problem: Problem
    task: str
    hand_ins: HandIns
    language: str | None
    output: Path
    jobs: int
    sandbox: Sandbox
    options: Options
    source: Path | None = None
    """Where the hand-ins come from, to be found again, with the lists."""
    lists: Lists = field(default_factory=Lists)
    missing: Sequence[Person] = ()
    overrides: Overrides | None = None
    lang: str | None = None
    """Of the pages for students; None for English."""
    workers: Workers | None = None
    """Who grades, if not this process; `sandbox` says then how they isolate."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a batch; `interrupted` when Ctrl-C ended it, `lost` says why results are elsewhere."""

    batch: Mapping[str, Any]
    interrupted: bool
    report: Path
    lost: str | None = None


@dataclass(slots=True)
class Graded:
    """What is known of the hand-ins, by id: results, and under which numbers they are in the store."""

    results: dict[str, Result] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    interrupted: bool = False


def cores() -> int:
    """How many programs this process may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(plan: Plan, progress: Progress) -> Done:
    """Grade everything that is not known yet and write the reports."""
    with open_store(plan.output) as store:
        with contextlib.suppress(sqlite3.Error):  # a full disk is told when the first result comes
            store.remember(asked(plan))
        graded = grade(plan, store, progress)
        return report(plan, store, graded)


@contextlib.contextmanager
def open_store(output: Path) -> Iterator[Store]:
    """The store of the folder, which is made where it is missing; raises InputError if it can't be had."""
    try:
        output.mkdir(parents=True, exist_ok=True)
        store = Store(output / NAME)
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"the output folder {output} can't be written: {error}") from error
    with store:
        try:
            yield store
        except sqlite3.Error as error:
            raise InputError(f"{output / NAME} can't be used: {error}") from error


def asked(plan: Plan) -> dict[str, Any]:
    """What `grader regrade` has to know to do the same again, from any folder."""
    shipped = plan.problem.folder == shipped_problems() / plan.task
    return {
        "problem": plan.problem.id,
        "task": plan.task if shipped else str(Path(plan.task).absolute()),
        "source": _absolute(plan.source),
        "source_kind": plan.lists.kind,
        "roster": _absolute(plan.lists.roster),
        "groups": _absolute(plan.lists.groups),
        "language": plan.language,
        "seed": plan.options.seed,
        "parts": list(plan.options.parts),
        "isolation": plan.sandbox.level.value,
        "lang": plan.lang,
    }


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())


def report(plan: Plan, store: Store, graded: Graded) -> Done:
    """Write the reports of all that is known, in the order of the hand-ins."""
    batch = {
        "format": "grader-batch/1",
        "problem": _problem(plan.problem),
        "results": [graded.results[identity] for identity, _hand_in in plan.hand_ins if identity in graded.results],
        **({"missing": [asdict(person) for person in plan.missing]} if plan.missing else {}),
    }
    if plan.overrides is not None:
        batch = decide(batch, plan.overrides)
    try:
        folder.write_reports(batch, plan.output, store, plan.lang)
    except OSError as error:
        lost = f"{plan.output} could not be written: {error}"
        return Done(batch, graded.interrupted, folder.rescue(batch, error), lost)
    return Done(batch, graded.interrupted, plan.output / folder.INDEX)


def _problem(problem: Problem) -> dict[str, str]:
    return {"id": problem.id, "title": problem.title.get("en", problem.id), "digest": problem.digest}


# --- grading -----------------------------------------------------------------------------------------------


def grade(plan: Plan, store: Store, progress: Progress, *, counts: bool = True) -> Graded:
    """The results of all hand-ins: those that the store knows, and the others, graded and kept as they come.

    They count from now on; or, if not `counts`, they are kept to be looked at.
    """
    known = store.known()
    keeper = _Keeper(store, progress, known, counts)
    here = plan.workers is None
    compilers = Compilers(plan.sandbox, worth(len(plan.hand_ins), plan.jobs) if here else 0)
    desk = _Desk(plan, compilers)
    if here and desk.room.lacks:
        progress.say(desk.room.lacks)
    # The pool is left last: what one of its threads has started ends with that thread.
    with ThreadPoolExecutor(plan.jobs) as pool, compilers:
        # A store that knows nothing need not be asked.
        keys = pool.map(desk.keys, plan.hand_ins if known else ())
        keeper.take({identity: known[key] for identity, mine in keys for key in mine if key in known})
        missing = [one for one in plan.hand_ins if one[0] not in keeper.graded.results]
        waiting = {pool.submit(desk.grade, *one): one[0] for one in missing}
        try:
            for future in as_completed(waiting):
                keeper.keep(waiting[future], *future.result())
        except KeyboardInterrupt:
            progress.say("Stopping: what is being graded is finished first.")
            if plan.workers is not None:
                plan.workers.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            for future, identity in waiting.items():
                if future.cancelled() or identity in keeper.graded.results:
                    continue
                with contextlib.suppress(Stopped):
                    keeper.keep(identity, *future.result())
            keeper.graded.interrupted = True
            progress.end()
    return keeper.graded


class _Keeper:
    """Keeps each result as it comes. A store that fails is told once; the results stay in memory."""

    def __init__(self, store: Store, progress: Progress, known: Mapping[tuple[str, str], int], counts: bool) -> None:
        self.store = store
        self.progress = progress
        self.known = known
        self.counts = counts
        self.graded = Graded()
        self.shared = Shared()
        self.broken = False

    def take(self, numbers: Mapping[str, int]) -> None:
        """Take what the store knows. What could not be graded is tried again: the machine may be another today."""
        stored = self.store.read(numbers.values())
        good = {
            identity: replace(stored[number], result=self.shared.of(stored[number].result))
            for identity, number in numbers.items()
            if stored[number].result["status"] == "graded"
        }
        for identity, kept in good.items():
            self._note(identity, kept)
        if self.counts:
            self._tell_once(lambda: self.store.count({_id(kept.result): kept.number for kept in good.values()}))
        self.progress.known(kept.result for kept in good.values())

    def keep(self, identity: str, basis: str, result: Result) -> None:
        """Keep what was graded; a result that only says the same once more is not kept twice."""
        result = self.graded.results[identity] = self.shared.of(result)
        self._tell_once(lambda: self._note(identity, self._stored(basis, result)))
        self.progress.step(result)

    def _stored(self, basis: str, result: Result) -> Kept:
        if (_id(result), basis) in self.known:
            number = self.known[_id(result), basis]
            before = self.store.read([number])[number]
            if {**before.result, "started": None} == {**result, "started": None}:
                if self.counts:
                    self.store.count({_id(result): number})
                return before
        return Kept(self.store.add(_id(result), basis, result, counts=self.counts), basis, result)

    def _note(self, identity: str, kept: Kept) -> None:
        self.graded.results[identity] = kept.result
        self.graded.numbers[identity] = kept.number

    def _tell_once(self, change: Callable[[], None]) -> None:
        try:
            change()
        except sqlite3.Error as error:
            if not self.broken:
                self.progress.say(f"results can't be stored as they come: {error}")
            self.broken = True


def _id(result: Result) -> str:
    return str(result["submission"]["id"])


def bases(problem: Problem, sandbox: Sandbox, options: Options) -> Bases:
    """The bases of what is graded with these options at this place."""
    return Bases(problem, sandbox, (options.seed, *options.parts), NAME)


class _Desk:
    """Where one hand-in after the other is collected, recognised and graded; used by several threads."""

    def __init__(self, plan: Plan, compilers: Compilers) -> None:
        self.plan = replace(plan, options=replace(plan.options, compilers=compilers))
        places: Sequence[Sandbox] = plan.workers.machines() if plan.workers is not None else [plan.sandbox]
        self.bases = [bases(plan.problem, place, plan.options) for place in places]
        self.room = Room(plan.problem, plan.jobs)

    def keys(self, hand_in: tuple[str, HandIn]) -> tuple[str, list[tuple[str, str]]]:
        """The id of the hand-in, and the keys of what the grader would say of it; machines may differ in that."""
        identity, source = hand_in
        handed_in = self._collect(identity, source)
        return identity, [(handed_in.id, self._basis(of_one, handed_in, source)) for of_one in self.bases]

    def grade(self, identity: str, source: HandIn) -> tuple[str, Result]:
        """The result, and what it is based on. Raises Stopped where workers have not begun with it in time."""
        plan, handed_in = self.plan, self._collect(identity, source)
        if plan.workers is not None:
            try:
                return plan.workers.grade(handed_in, self._repeat(source))
            except Stopped:
                raise
            except GraderError as error:
                handed_in = replace(handed_in, undecided=str(error))
            except Exception as error:  # noqa: BLE001 - as in _collect
                handed_in = replace(handed_in, undecided=f"{GRADER_WRONG} ({type(error).__name__})")
        basis = self._basis(self.bases[0], handed_in, source)
        with self.room.taken_by(handed_in):
            return basis, grade_submission(plan.problem, handed_in, plan.sandbox, self._repeat(source), plan.options)

    def _collect(self, identity: str, source: HandIn) -> Submission:
        try:
            return submission.collect(source, self.plan.language)
        except GraderError as error:
            why = str(error)
        except Exception as error:  # noqa: BLE001 - a fault of ours must neither cost points nor stop a batch
            why = f"{GRADER_WRONG} ({type(error).__name__})"
        return source.told_of(submission.undecided(identity, why))

    def _basis(self, of_one: Bases, handed_in: Submission, source: HandIn) -> str:
        try:
            return of_one.of(handed_in, self._repeat(source))
        except Exception:  # noqa: BLE001 - whatever it is, grading will meet it again and say it
            return ""

    def _repeat(self, source: HandIn) -> str:
        """The command that does it again. A student reads this too, so no folder of this machine stands in it."""
        return f"grader check {_quoted(Path(self.plan.task).absolute().name)} {_quoted(source.name)}"


def _quoted(word: str) -> str:
    """The word as a shell takes it, bytes that are no text made visible."""
    return shlex.quote(os.fsencode(word).decode("utf-8", "replace"))
