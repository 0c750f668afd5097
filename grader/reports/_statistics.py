"""The results of a class -> for each test how hard it was, and whether it tells the same story as the other tests.

Only programs that ran a test count: what was not built, or not run since another part comes first, says nothing of it.
The item-rest correlation of a test is Pearson's, between passing it and the share of the other tests that the same
program passed. It is low or negative where a test asks for something else than the rest, or is wrong itself.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Result = Mapping[str, Any]
Key = tuple[str, str]  # the id of the part, the id of the test

FEWEST = 10  # programs, below which a correlation is chance
WEAK = 0.1


class Remark(Enum):
    """What a person who set the test should know of it."""

    FEW = "not enough data"
    NOBODY = "nobody passes"
    EVERYBODY = "everybody passes"
    AGAINST = "goes against the rest"
    WEAK = "says little about the rest"


@dataclass(frozen=True, slots=True)
class Column:
    """A test of the class, numbered as in the matrix."""

    number: int
    key: Key
    part: str
    title: str
    hidden: bool


@dataclass(slots=True)
class Row:
    """What is known of a test: how often it ended how, and how it goes with the others."""

    column: Column
    verdicts: Counter[str] = field(default_factory=Counter)
    correlation: float | None = None

    @property
    def ran(self) -> int:
        """How many programs ran it."""
        return self.verdicts.total()

    @property
    def passed(self) -> int:
        """How many of them passed it."""
        return self.verdicts["AC"]

    @property
    def share(self) -> float | None:
        """The share that passed."""
        return self.passed / self.ran if self.ran else None

    @property
    def remark(self) -> Remark | None:
        """What is odd about it."""
        if self.ran < FEWEST:
            return Remark.FEW
        if self.passed in (0, self.ran):
            return Remark.EVERYBODY if self.passed else Remark.NOBODY
        if self.correlation is None or self.correlation >= WEAK:
            return None
        return Remark.AGAINST if self.correlation < 0 else Remark.WEAK


def columns(results: Sequence[Result]) -> list[Column]:
    """All tests of the class, part by part, in the order in which they come."""
    parts: dict[str, tuple[str, dict[str, Mapping[str, Any]]]] = {}
    for result in results:
        for part in result["parts"]:
            tests = parts.setdefault(part["id"], (part["title"], {}))[1]
            for test in part["tests"]:
                tests.setdefault(test["id"], test)
    every = ((part, title, test) for part, (title, tests) in parts.items() for test in tests.values())
    return [
        Column(number, (part, test["id"]), title, test["title"], test["hidden"])
        for number, (part, title, test) in enumerate(every, 1)
    ]


def verdicts_of(result: Result) -> dict[Key, str]:
    """How each test of a result ended."""
    return {(part["id"], test["id"]): test["verdict"] for part in result["parts"] for test in part["tests"]}


def rows(results: Sequence[Result]) -> list[Row]:
    """The statistics of every test."""
    ran = [
        dict(_ran(result)) for result in results if result["status"] == "graded" and result["build"]["ok"] is not False
    ]
    found = {column.key: Row(column) for column in columns(results)}
    for verdicts in ran:
        for key, verdict in verdicts.items():
            found[key].verdicts[verdict] += 1
    passes = [{key: verdict == "AC" for key, verdict in verdicts.items()} for verdicts in ran]
    for key, correlation in item_rest(passes).items():
        found[key].correlation = correlation
    return list(found.values())


def _ran(result: Result) -> Iterator[tuple[Key, str]]:
    return ((key, verdict) for key, verdict in verdicts_of(result).items() if verdict not in ("SK", None))


def item_rest(passes: Iterable[Mapping[Key, bool]]) -> dict[Key, float | None]:
    """For each test the correlation with the rest; None where there are too few programs or nothing varies."""
    pairs: dict[Key, tuple[list[float], list[float]]] = {}
    for one in passes:
        total, others = sum(one.values()), len(one) - 1
        for key, passed in one.items():
            items, rests = pairs.setdefault(key, ([], []))
            if others:
                items.append(float(passed))
                rests.append((total - passed) / others)
    return {key: correlation(items, rests) for key, (items, rests) in pairs.items()}


def correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's coefficient, None of fewer than ten pairs or where one side never varies."""
    if len(one) < FEWEST or len(set(one)) < 2 or len(set(other)) < 2:
        return None
    found = statistics.correlation(one, other)
    return found if math.isfinite(found) else None


def histogram(points: Sequence[float], max_points: float) -> list[tuple[float, int]]:
    """Bars as (least points, number of submissions); the last bar is for full points only."""
    bars = int(max_points) if max_points <= 10 and max_points == int(max_points) else 10
    step = max_points / bars
    counts = Counter(min(bars, max(0, math.floor(value / step + 1e-9))) for value in points)
    return [(bar * step, counts[bar]) for bar in range(bars + 1)]
