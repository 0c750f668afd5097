"""A package, a class and workers -> a batch that they grade, and what can be compared of its results."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader import problem, submission
from grader.batch import grading
from grader.batch.grading import Done, Plan
from grader.batch.progress import Progress
from grader.pipeline import Options
from grader.sandbox.levels import open_sandbox
from grader.workers import choosing
from grader.workers.choosing import Work
from tests.doubling import write_files, write_package

MEASURED = ("started", "cpu_s", "wall_s", "peak_bytes")


@dataclass(frozen=True, slots=True)
class Class:
    """A folder with a package and a class, and where its results go."""

    folder: Path
    files: Mapping[str, str | bytes]
    isolation: str = "none"
    jobs: int = 4
    told: list[str] = field(default_factory=list)

    def plan(self, output: str) -> Plan:
        """The batch on this machine."""
        package = problem.load(write_package(self.folder))
        hand_ins = list(submission.collect_all(write_files(self.folder / "class", dict(self.files))))
        sandbox = open_sandbox(self.isolation)
        return Plan(package, "doubling", hand_ins, None, self.folder / output, self.jobs, sandbox, Options())

    def here(self, output: str = "here") -> Done:
        """What comes of it on this machine."""
        return grading.run(self.plan(output), Progress(len(self.files), io.StringIO()))

    def at(self, executor: str, output: str = "there", progress: Progress | None = None) -> Done:
        """What comes of it when these workers grade it."""
        plan = self.plan(output)
        with ExitStack() as held:
            work = Work(len(plan.hand_ins), self.jobs, self.isolation)
            workers = held.enter_context(choosing.opened(executor, plan.problem, plan.options, work, self.told.append))
            plan = replace(plan, workers=workers, sandbox=workers.machines()[0])
            return grading.run(plan, progress or Progress(len(self.files), io.StringIO()))


def comparable(done: Done) -> str:
    """All that is in the results but times and memory, as JSON."""
    return json.dumps(_without_measures(done.batch))


def _without_measures(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: None if key in MEASURED else _without_measures(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_without_measures(value) for value in data]
    return data


def verdicts(done: Done) -> dict[str, str | None]:
    """The verdict of each submission, or why it has none."""
    return {one["submission"]["id"]: one["verdict"] or one["reason"] for one in done.batch["results"]}
