"""References of a package -> the proof that its tests find faults: each mutant killed, or shown to be none.

A mutant that survives answers like its reference, or a test is missing. Where the accepted tests ask for a whole
domain, they are the proof of that themselves. Else both are asked for further inputs: all there are, which is a proof
too, or so many that the mutant may be listed with a reason. Where the package makes none, because right answers are
many, the tests that draw what they ask do so anew (`repeating.py`), until as many inputs were tried.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from threading import Lock
from typing import Any

from grader import problem
from grader.errors import Fault
from grader.model import Reply
from grader.mutation.comparing import answers, checked, first_difference, opened
from grader.mutation.inputs import FURTHER, Inputs, further_inputs, whole_domain
from grader.mutation.known import Known, read_known, stale
from grader.mutation.repeating import repeated
from grader.mutation.sampling import Mutated, Reference, drawn
from grader.mutation.trying import Bench, Fate, Trial
from grader.package import Form, Problem

WANTED = 168
MOST_LISTED = 0.03
SHARE_FROM = 150
"""Of so many mutants on a share says something."""


class Standing(Enum):
    """What is known of a mutant that survived."""

    PROVEN = "proven equivalent"
    LISTED = "listed"
    UNEXPLAINED = "not explained"
    TELLS_APART = "missing test"


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that the tests accepted."""

    mutated: Mutated
    standing: Standing
    why: str

    def __str__(self) -> str:
        """It in words."""
        return f"{self.mutated} ({self.standing.value}: {self.why})"


@dataclass(frozen=True, slots=True)
class Count:
    """What became of the mutants in one language."""

    language: str
    fates: dict[Fate, int]
    seconds: float

    @property
    def tried(self) -> int:
        """How many could be built."""
        return sum(self.fates.values()) - self.fates.get(Fate.NOT_BUILT, 0)


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of all mutants of a package, whose references are in the folder."""

    folder: Path
    counts: tuple[Count, ...]
    survivors: tuple[Survivor, ...]
    stale: tuple[Fault, ...]

    @property
    def tried(self) -> int:
        """How many mutants could be built."""
        return sum(count.tried for count in self.counts)

    def number(self, standing: Standing) -> int:
        """How many of the survivors are such."""
        return sum(one.standing is standing for one in self.survivors)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the package; nothing if it is proven."""
        refused = (Standing.UNEXPLAINED, Standing.TELLS_APART)
        found = [*self.stale]
        found += [
            one.mutated.fault(f"{one.standing.value}: {one.why}") for one in self.survivors if one.standing in refused
        ]
        if not self.tried:
            found.append(self._fault("no mutant could be tried"))
        listed = self.number(Standing.LISTED)
        if self.tried >= SHARE_FROM and listed > MOST_LISTED * self.tried:
            found.append(self._fault(f"{listed} of {self.tried} mutants are listed; at most 3 % may be"))
        return tuple(found)

    def _fault(self, message: str) -> Fault:
        return Fault(str(self.folder), None, None, message)


@dataclass
class Prover:
    """Proves one package. `tell` hears what became of each mutant."""

    bench: Bench
    references: Sequence[Reference]
    """All of them in folders of one folder, in which the file with known mutants is."""
    wanted: int = WANTED
    tell: Callable[[Trial], None] = field(default=lambda _trial: None)

    def __post_init__(self) -> None:
        self._asking = Lock()
        self._answered: dict[str, Sequence[Sequence[Reply]]] = {}
        self._inputs: dict[str | None, Inputs | None] = {}
        self._drawn: dict[int, Problem] = {}
        self._folder = self.references[0].folder.parent
        self._known: Sequence[Known] = read_known(self._folder)

    def prove(self) -> Proof:
        """Try so many mutants, as many in each language, and look at those that survive."""
        by_language: dict[str, list[Reference]] = {}
        for reference in self.references:
            by_language.setdefault(reference.language, []).append(reference)
        counts: list[Count] = []
        survivors: list[Survivor] = []
        for language, references in sorted(by_language.items()):
            started = time.monotonic()
            each = -(-self.wanted // len(by_language))
            trials = self.bench.first(drawn(references, self.bench.seed), each, self.tell)
            alive = [trial.mutated for trial in trials if trial.fate is Fate.SURVIVED]
            with ThreadPoolExecutor(self.bench.jobs) as pool:
                survivors += pool.map(self._survivor, alive)
            fates = Counter(trial.fate for trial in trials)
            counts.append(Count(language, dict(fates), time.monotonic() - started))
        faults = stale(self._known, self.references, self._folder)
        return Proof(self._folder, tuple(counts), tuple(survivors), tuple(faults))

    def _survivor(self, one: Mutated) -> Survivor:
        form = self.bench.form(one.reference)
        whole = whole_domain(form, self.bench.baseline(one.reference).accepted)
        if whole is not None:
            return Survivor(one, Standing.PROVEN, f"equal on all {whole:,} inputs of the tests")
        compared = self.bench.kept(one.submission, "comparison", lambda: self._compare(one, form))
        reason = next((known.reason for known in self._known if known.fits(one)), None)
        if compared["difference"] is not None:
            return Survivor(one, Standing.TELLS_APART, compared["difference"])
        if compared["complete"]:
            return Survivor(one, Standing.PROVEN, f"equal on all {compared['inputs']:,} inputs that there are")
        if compared["inputs"] < FURTHER:
            said = "the package makes no further inputs to compare it on"
            return Survivor(one, Standing.UNEXPLAINED, f"{said}; {reason}" if reason else said)
        said = f"{'right' if compared['repeated'] else 'equal'} on {compared['inputs']:,} more inputs"
        if reason is None:
            return Survivor(one, Standing.UNEXPLAINED, f"{said}, and no reason is listed")
        return Survivor(one, Standing.LISTED, f"{said}; {reason}")

    def _compare(self, one: Mutated, form: Form) -> dict[str, Any]:
        inputs = self._inputs_of(form)
        if inputs is None:
            accepted = self.bench.baseline(one.reference).accepted
            with opened(self.bench, one.reference, one.submission) as subject:
                again = repeated(self._drawn_by, form.id, accepted, subject, FURTHER)
            return {"inputs": again.inputs, "complete": False, "repeated": True, "difference": again.refusal}
        expected = self._expected(one.reference, inputs)
        with opened(self.bench, one.reference, one.submission) as subject:
            difference = first_difference(inputs, expected, subject)
        told = None if difference is None else str(difference)
        count = len(inputs.conversations)
        return {"inputs": count, "complete": inputs.complete, "repeated": False, "difference": told}

    def _drawn_by(self, seed: int) -> Problem:
        if seed not in self._drawn:
            self._drawn[seed] = problem.load(self.bench.problem.folder, seed)
        return self._drawn[seed]

    def _inputs_of(self, form: Form) -> Inputs | None:
        if form.id not in self._inputs:
            self._inputs[form.id] = further_inputs(self.bench.problem, form, self.bench.seed)
        return self._inputs[form.id]

    def _expected(self, reference: Reference, inputs: Inputs) -> Sequence[Sequence[Reply]]:
        """What the reference answers, asked once."""
        with self._asking:
            if reference.name not in self._answered:
                with opened(self.bench, reference, reference.submission) as subject:
                    self._answered[reference.name] = checked(list(answers(subject, inputs)), inputs, reference.name)
            return self._answered[reference.name]
