"""The time that references take -> whether the limits leave at least five times as much.

What a test costs is its CPU time, asked by itself. Time limits hold for a call, for the steps of an object, for a run,
for all calls of a domain, and for all games together. Other tests are under several limits at once: of these it is
known that there is room where all of the test takes no more than a fifth of the limit for one request.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from grader.errors import Fault
from grader.model import Limits
from grader.verify._grading import grade
from grader.verify.desk import Asking
from grader.verify.findings import Check, Findings
from grader.verify.package import Package, Placed
from grader.verify.variants import asked_singly

FACTOR = 5
ALL_TOGETHER = ("domain", "play")
SINGLE = ("call", "object", "program")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a test has cost a reference, beside what it may cost; `key` is the limit's."""

    placed: Placed
    reference: str
    cpu_s: float
    key: str
    limit_s: float

    @property
    def factor(self) -> float:
        """How many times as much it may cost."""
        return self.limit_s / max(self.cpu_s, 1e-6)


def prove(package: Package) -> Findings:
    """The test of the slowest reference decides."""
    graded = grade(package, package.references, Asking(asked_singly(package.problem), "each test by itself"))
    placed = {
        (placed.form.title or placed.form.id, placed.part.id, placed.test.id): placed for placed in package.tests()
    }
    costs: list[Cost] = []
    untold: Counter[str] = Counter()
    for solution, result in graded.results:
        tests = [(part["id"], test) for part in result["parts"] for test in part["tests"]]
        for part, test in tests:
            found = placed[result["form"], part, test["id"]]
            cost = _cost(found, solution.name, test["cpu_s"], package.problem.limits)
            if test["verdict"] != "AC" or test["cpu_s"] is None:
                continue
            if found.test.kind not in (*SINGLE, *ALL_TOGETHER) and cost.factor < FACTOR:
                untold[found.test.kind] += 1
            else:
                costs.append(cost)
    tight: dict[Fault, Fault] = {}
    for cost in sorted(costs, key=lambda cost: cost.factor):
        if cost.factor < FACTOR:
            tight.setdefault(_place(cost, package), _fault(cost, package))  # the tightest stands for its limit
    faults = list(tight.values())
    notes = [
        f"{count} costs of {kind} tests were not compared: more than one limit holds for them"
        for kind, count in sorted(untold.items())
    ]
    untried = graded.untried if package.references else ("no reference, so nothing was measured",)
    return Findings(_said(costs), (*graded.faults, *faults), untried, tuple(notes))


def _said(costs: list[Cost]) -> str:
    if not costs:
        return "no cost is known"
    slowest = min(costs, key=lambda cost: cost.factor)
    return (
        f"{slowest.factor:.0f} times the {slowest.cpu_s:.2g} s of {slowest.reference} in {slowest.placed.test.id}"
        f" at the tightest; {len(costs)} costs"
    )


def _cost(placed: Placed, reference: str, cpu_s: float | None, usual: Limits) -> Cost:
    limits = placed.test.limits or usual
    key = "total_s" if placed.test.kind in ALL_TOGETHER else "cpu_s"
    return Cost(placed, reference, cpu_s or 0.0, key, getattr(limits, key))


def _place(cost: Cost, package: Package, message: str = "") -> Fault:
    """A fault where the limit of the test stands, else at the test itself."""
    base: tuple[str | int, ...] = ("limits", cost.key)
    places = ((*cost.placed.path, *base), (*cost.placed.part_path, *base), base)
    path = next((place for place in places if place in package.document.values), cost.placed.path)
    return package.fault(message, *path)


def _fault(cost: Cost, package: Package) -> Fault:
    said = (
        f"`{cost.key}` is {cost.limit_s:g}, only {cost.factor:.1f} times the {cost.cpu_s:.2g} s that {cost.reference} "
        f"takes in {cost.placed.name}; {FACTOR * cost.cpu_s:.1f} would be {FACTOR} times as much"
    )
    return _place(cost, package, said)


CHECK = Check("limits", "do the limits leave five times what the slowest reference takes?", prove)
