"""A mutant -> whether the tests of the package refuse it: graded as any hand-in, to the first test that it fails.

What a reference needs bounds what its mutants may use, so that one that hangs is soon ended. What was found out is kept
by what decides it (`grader/batch/basis.py`), and so is what the reference itself needs.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from enum import Enum
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from grader.batch.basis import Bases
from grader.batch.store import NAME
from grader.cache import Cache
from grader.compilers import Compilers
from grader.errors import GraderError
from grader.model import Limits, Submission
from grader.mutation.sampling import Mutated, Reference
from grader.package import Form, Part, Problem
from grader.pipeline import Options, grade_submission
from grader.plugins import Sandbox

PATIENCE = 5
"""How many times as long as the reference a mutant may take."""
LEAST_CPU_S = 1.0
LEAST_WALL_S = 5.0
DECIDING = ("trying.py", "comparing.py", "inputs.py", "repeating.py")
"""The modules here that decide what is kept; `batch/basis.py` stands for all others."""


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    TOO_SLOW = "too slow"
    NOT_BUILT = "not built"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant, and at which test."""

    mutated: Mutated
    fate: Fate
    test: str | None = None


@dataclass(frozen=True, slots=True)
class Baseline:
    """Of a reference: which file counts, its form, the parts that it earns, the CPU time of each `part/test`."""

    main: str
    form: str | None
    accepted: tuple[str, ...]
    cpu_s: Mapping[str, float]


@dataclass
class Bench:
    """Where the mutants of one package are tried; its compilers stay while it is used.

    It counts what it made, and what it found where that was kept.
    """

    problem: Problem
    sandbox: Sandbox
    compilers: Compilers
    cache: Cache | None
    jobs: int
    seed: int = 0
    made: int = 0
    found: int = 0

    def __post_init__(self) -> None:
        self._baselines: dict[str, Baseline] = {}
        self._bases = Bases(self.problem, self.sandbox, ("mutation", self.seed, own_code()), NAME)

    def first(self, mutants: Sequence[Mutated], wanted: int, tell: Callable[[Trial], None]) -> list[Trial]:
        """Trials of so many mutants that can be built, the first ones; of those that can't be built too."""
        trials: list[Trial] = []
        waiting = iter(mutants)
        with ThreadPoolExecutor(self.jobs) as pool:
            while (lacking := wanted - sum(trial.fate is not Fate.NOT_BUILT for trial in trials)) > 0:
                batch = list(islice(waiting, lacking))
                if not batch:
                    break
                futures = [pool.submit(self.trial, one) for one in batch]
                try:
                    for future in futures:
                        trials.append(future.result())
                        tell(trials[-1])
                except BaseException:
                    pool.shutdown(wait=True, cancel_futures=True)
                    raise
        return trials

    def trial(self, one: Mutated) -> Trial:
        """What becomes of the mutant."""
        baseline = self.baseline(one.reference)
        known = self.kept(one.submission, "trial", lambda: self._try(one, baseline))
        return Trial(one, Fate(known["fate"]), known["test"])

    def baseline(self, reference: Reference) -> Baseline:
        """What the reference earns and needs."""
        if reference.name not in self._baselines:
            known = self.kept(reference.submission, "baseline", lambda: self._measure(reference))
            baseline = Baseline(known["main"], known["form"], tuple(known["accepted"]), known["cpu_s"])
            self._baselines[reference.name] = baseline
        return self._baselines[reference.name]

    def form(self, reference: Reference) -> Form:
        """The form of the task in which the reference is graded."""
        baseline = self.baseline(reference)
        return next(form for form in self.problem.forms if (form.title or form.id) == baseline.form)

    def kept(self, submission: Submission, what: str, make: Callable[[], Any]) -> Any:
        """What `make` gave when it was first asked of the submission."""
        basis = hashlib.sha256(f"{what} {self._bases.of(submission, what)}".encode()).hexdigest()
        name = f"{basis[:32]}.json"
        path = self.cache.find(name) if self.cache is not None else None
        if path is not None:
            with contextlib.suppress(OSError, ValueError):
                read = json.loads(path.read_bytes())
                self.found += 1
                return read
        made = make()
        self.made += 1
        if self.cache is not None:
            self.cache.keep(name, json.dumps(made).encode())
        return made

    def _measure(self, reference: Reference) -> dict[str, Any]:
        result = self._grade(self.problem, reference.submission, ())
        parts = result["parts"]
        accepted = tuple(part["id"] for part in parts if part["verdict"] == "AC")
        if not accepted:
            raise GraderError(f"the reference {reference.name} earns nothing, so its mutants say nothing")
        cpu_s = {f"{part['id']}/{test['id']}": test["cpu_s"] or 0.0 for part in parts for test in part["tests"]}
        return asdict(Baseline(result["submission"]["main"], result["form"], accepted, cpu_s))

    def _try(self, one: Mutated, baseline: Baseline) -> dict[str, Any]:
        # Which file counts is known: a mutant that exports no longer what it did is no riddle for a person.
        decided = replace(one.submission, language=one.reference.language, main=baseline.main)
        try:
            result = self._grade(bounded(self.problem, baseline), decided, baseline.accepted)
        except GraderError as error:
            raise GraderError(f"the mutant {one}: {error}") from error
        if not result["build"]["ok"]:
            return {"fate": Fate.NOT_BUILT.value, "test": None}
        for part in result["parts"]:
            if part["id"] in baseline.accepted and part["verdict"] != "AC":
                failed = next(test for test in part["tests"] if test["verdict"] != "AC")
                fate = Fate.TOO_SLOW if failed["verdict"] == "TLE" else Fate.KILLED
                return {"fate": fate.value, "test": f"{part['id']}: {failed['title']}"}
        missing = set(baseline.accepted) - {part["id"] for part in result["parts"]}
        if missing:  # graded in another form, as members of the asked one are no longer found
            return {"fate": Fate.KILLED.value, "test": f"{', '.join(sorted(missing))}: not even tried"}
        return {"fate": Fate.SURVIVED.value, "test": None}

    def _grade(self, problem: Problem, submission: Submission, needed: tuple[str, ...]) -> dict[str, Any]:
        options = Options(seed=self.seed, needed=needed, compilers=self.compilers)
        result = grade_submission(problem, submission, self.sandbox, "mutation", options)
        if result["status"] != "graded":
            why = " ".join([result["reason"], *result["flagged"]])
            raise GraderError(f"{submission.id} could not be graded: {why}")
        return result


def bounded(problem: Problem, baseline: Baseline) -> Problem:
    """The problem without the parts that the reference leaves out, and with limits by what it needs."""

    def limits(given: Limits, cpu_s: float) -> Limits:
        most_s = max(LEAST_CPU_S, PATIENCE * cpu_s)
        return replace(
            given,
            cpu_s=min(given.cpu_s, most_s),
            total_s=min(given.total_s, most_s),
            wall_s=min(given.wall_s, max(LEAST_WALL_S, most_s)),
        )

    def part(one: Part) -> Part:
        tests = [
            replace(test, limits=limits(test.limits, baseline.cpu_s.get(f"{one.id}/{test.id}", test.limits.cpu_s)))
            if test.limits is not None
            else test
            for test in one.tests
        ]
        return replace(one, tests=tuple(tests))

    def form(one: Form) -> Form:
        same = (one.title or one.id) == baseline.form
        return replace(one, parts=tuple(part(each) for each in one.parts if not same or each.id in baseline.accepted))

    slowest_s = max(baseline.cpu_s.values(), default=0.0)
    return replace(problem, limits=limits(problem.limits, slowest_s), forms=tuple(map(form, problem.forms)))


@cache
def own_code() -> str:
    """A fingerprint of the modules here that decide what is kept."""
    total = hashlib.sha256()
    for name in DECIDING:
        total.update(Path(__file__).with_name(name).read_bytes())
    return total.hexdigest()[:16]
