"""Many hand-ins -> a folder of results: graded on all cores, kept as they come, reported at the end.

A hand-in that breaks anything is a result like every other; only a full disk or Ctrl-C ends a batch early, and
then what is finished is reported all the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sqlite3
import sys
import tempfile
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from grader import plugins, redact, submission
from grader.compilers import Compilers, worth
from grader.errors import GraderError, InputError
from grader.package import Problem
from grader.pipeline import GRADER_WRONG, Options, grade_submission
from grader.plugins import Sandbox
from grader.store import Store

HandIns = Sequence[tuple[str, Path]]


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


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a batch; `interrupted` when Ctrl-C ended it, `lost` says why results are elsewhere."""

    batch: Mapping[str, Any]
    interrupted: bool
    report: Path
    lost: str | None = None


def cores() -> int:
    """How many programs this process may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(plan: Plan, progress: Progress) -> Done:
    """Grade everything and write the reports."""
    try:
        plan.output.mkdir(parents=True, exist_ok=True)
        store = Store(plan.output / "grader.sqlite")
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"the output folder {plan.output} can't be written: {error}") from error
    with store:
        results, interrupted = _grade_all(plan, _Keeper(store, progress))
    ordered = [results[identity] for identity, _path in plan.hand_ins if identity in results]
    batch = {
        "format": "grader-batch/1",
        "problem": _problem(plan.problem),
        "results": ordered,
    }
    try:
        write_reports(batch, plan.output)
    except OSError as error:
        return Done(batch, interrupted, _rescue(batch, error), f"{plan.output} could not be written: {error}")
    return Done(batch, interrupted, plan.output / "index.html")


def _problem(problem: Problem) -> dict[str, str]:
    return {"id": problem.id, "title": problem.title.get("en", problem.id), "digest": problem.digest}


# --- grading -----------------------------------------------------------------------------------------------


class _Keeper:
    """Keeps each result as it comes. A store that fails is told once; the results stay in memory."""

    def __init__(self, store: Store, progress: Progress) -> None:
        self.store = store
        self.progress = progress
        self.results: dict[str, Mapping[str, Any]] = {}
        self.broken = False

    def keep(self, identity: str, result: Mapping[str, Any]) -> None:
        self.results[identity] = result
        try:
            self.store.add(result)
        except sqlite3.Error as error:
            if not self.broken:
                self.progress.say(f"results can't be stored as they come: {error}")
            self.broken = True
        self.progress.step(result)


def _grade_all(plan: Plan, keeper: _Keeper) -> tuple[Mapping[str, Mapping[str, Any]], bool]:
    compilers = Compilers(plan.sandbox, worth(len(plan.hand_ins), plan.jobs))
    plan = replace(plan, options=replace(plan.options, compilers=compilers))
    # The pool is left last: what one of its threads has started ends with that thread.
    with ThreadPoolExecutor(plan.jobs) as pool, compilers:
        waiting: dict[Future[Mapping[str, Any]], str] = {
            pool.submit(_grade_one, plan, identity, path): identity for identity, path in plan.hand_ins
        }
        try:
            while waiting:
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    keeper.keep(waiting.pop(future), future.result())
        except KeyboardInterrupt:
            pool.shutdown(wait=True, cancel_futures=True)
            for future, identity in waiting.items():
                if future.done() and not future.cancelled():
                    keeper.keep(identity, future.result())
            return keeper.results, True
    return keeper.results, False


def _grade_one(plan: Plan, identity: str, path: Path) -> Mapping[str, Any]:
    # A student reads this too, so no folder of this machine stands in it.
    repeat = f"grader check {_quoted(Path(plan.task).name)} {_quoted(path.name)}"
    try:
        handed_in = submission.collect(path, plan.language, identity=identity)
    except GraderError as error:
        handed_in = submission.unreadable(identity, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of ours must neither cost points nor stop a batch
        why = f"{GRADER_WRONG} ({type(error).__name__})"
        handed_in = replace(submission.unreadable(identity, ""), refused=None, undecided=why)
    return grade_submission(plan.problem, handed_in, plan.sandbox, repeat, plan.options)


def _quoted(word: str) -> str:
    """The word as a shell takes it, bytes that are no text made visible."""
    import shlex  # noqa: PLC0415 - only for this

    return shlex.quote(os.fsencode(word).decode("utf-8", "replace"))


# --- writing -----------------------------------------------------------------------------------------------


def write_reports(batch: Mapping[str, Any], output: Path) -> None:
    """All files of an output folder but its store."""
    formats = plugins.reports()
    names = file_names(result["submission"]["id"] for result in batch["results"])
    for folder in ("submissions", "feedback"):
        (output / folder).mkdir(parents=True, exist_ok=True)
    write(output / "results.json", formats["json"].many(batch, {}))
    write(output / "grades.csv", formats["csv"].many(batch, {}))
    for result in batch["results"]:
        name = names[result["submission"]["id"]]
        write(output / "submissions" / f"{name}.html", formats["html"].one(result, {"up": "../index.html"}))
        write(output / "feedback" / f"{name}.html", formats["html"].one(redact.for_student(result), {}))
    links = {identity: f"submissions/{name}.html" for identity, name in names.items()}
    write(output / "index.html", formats["html"].many(batch, {"links": links}))


def write(path: Path, text: str) -> None:
    """Write the file whole or not at all; a table with the mark by which spreadsheets know that it is UTF-8."""
    encoding = "utf-8-sig" if path.suffix.lower() == ".csv" else "utf-8"
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.{threading.get_ident()}")
    try:
        draft.write_text(text, encoding, errors="replace", newline="")
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def file_names(identities: Iterable[str]) -> dict[str, str]:
    """A file name for each id: readable, safe on every system, and never the same for two ids."""
    safe = {identity: _safe(identity) for identity in identities}
    counts: dict[str, int] = {}
    for name in safe.values():
        counts[_folded(name)] = counts.get(_folded(name), 0) + 1
    return {
        identity: name if _stays(name, identity) and counts[_folded(name)] == 1 else f"{name}-{_mark(identity)}"
        for identity, name in safe.items()
    }


def _stays(name: str, identity: str) -> bool:
    """Whether the id is its own file name: not if it looks like one that was made for another id."""
    return name == identity and re.search(r"(?i)-[0-9a-f]{8}$", name) is None


def _safe(identity: str) -> str:
    name = re.sub(r"[^\w.-]", "_", unicodedata.normalize("NFC", identity)).strip(".-") or "_"
    while len(name.encode("utf-8", "replace")) > 80:
        name = name[:-1]
    reserved = re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?", name)
    return f"_{name}" if reserved else name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _mark(identity: str) -> str:
    return hashlib.sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()[:8]


def _rescue(batch: Mapping[str, Any], error: OSError) -> Path:
    """The results in a temporary folder, where the output folder can't take them."""
    folder = Path(tempfile.mkdtemp(prefix="grader-results-"))
    try:
        write(folder / "results.json", plugins.reports()["json"].many(batch, {}))
    except OSError:
        raise GraderError(f"the results could not be written anywhere: {error}") from error
    return folder / "results.json"


# --- progress ----------------------------------------------------------------------------------------------


class Progress:
    """Tells how far a batch is: one line that changes on a terminal, plain lines elsewhere."""

    def __init__(self, total: int, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.total = total
        self.done = 0
        self.verdicts: dict[str, int] = {}
        self._stream = stream if stream is not None else sys.stderr
        self._clock = clock
        self._started = clock()
        self._live = self._stream.isatty() and os.environ.get("TERM") != "dumb"

    def step(self, result: Mapping[str, Any]) -> None:
        """One more is graded."""
        self.done += 1
        verdict = result["verdict"] or "ungraded"
        self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1
        rate = self.done / max(1e-9, self._clock() - self._started)
        left_s = (self.total - self.done) / rate
        counts = " ".join(f"{name} {count}" for name, count in sorted(self.verdicts.items()))
        line = f"{self.done} of {self.total} graded · {counts} · {left_s:.0f} s left"
        if self._live:
            self._write(f"\r{line[:78]:<78}" + ("\n" if self.done == self.total else ""))
        elif self.done == self.total or self.done % max(1, self.total // 10) == 0:
            self._write(line + "\n")

    def say(self, text: str) -> None:
        """A line of its own."""
        self._write(("\n" if self._live else "") + text + "\n")

    def _write(self, text: str) -> None:
        """Say it, if anybody still listens: a batch goes on without an audience."""
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()
