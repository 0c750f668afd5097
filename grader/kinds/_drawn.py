"""Replies to many calls with the same arguments -> what came how often, and how many draws that shows at least.

A program may take its random numbers from the clock: then all calls of one second give one value, and hundreds
of calls are a single draw. Each time another value comes, and in each look at the program (they are more than a
second apart), there was a draw of its own for certain. So runs of equal values are what is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.model import NotRun, Reply, Returned
from grader.values import Value


@dataclass(frozen=True, slots=True)
class Look:
    """What some calls at one time gave: how often each value came, by its text form, and in how many runs."""

    counts: Counter[str]
    runs: int


@dataclass(slots=True)
class Drawn:
    """All that came for one list of arguments."""

    calls: int = 0
    looks: list[Look] = field(default_factory=list)
    values: dict[str, Value] = field(default_factory=dict)
    troubles: list[tuple[int, Reply]] = field(default_factory=list)
    first: dict[str, int] = field(default_factory=dict)
    """In which call each value came first, from 1."""
    last: str | None = None

    def add(self, replies: Sequence[Reply], later: bool = True) -> None:
        """Another look, or more of the last one if it is not `later`.

        What was not run tells nothing, but that a look was not to be had is a trouble.
        """
        if self.looks and isinstance(replies[0], NotRun):
            self.troubles.append((self.calls, NotRun()))
        counts: Counter[str] = Counter()
        runs = 0
        if later:
            self.last = None
        for reply in replies:
            if isinstance(reply, NotRun):
                break
            self.calls += 1
            if not isinstance(reply, Returned):
                self.troubles.append((self.calls, reply))
                continue
            key = repr(reply.value)
            if key not in self.values:
                self.values[key], self.first[key] = reply.value, self.calls
            counts[key] += 1
            runs += key != self.last
            self.last = key
        if later or not self.looks:
            self.looks.append(Look(counts, runs))
        else:
            self.looks[-1] = Look(self.looks[-1].counts + counts, self.looks[-1].runs + runs)

    @property
    def draws(self) -> int:
        """At least so many draws there were, even if all calls at one time are only one."""
        return sum(look.runs for look in self.looks)

    def count(self, same: Callable[[Value], bool], looks: Sequence[Look] | None = None) -> int:
        """How often a value came that is the same as the one meant."""
        keys = [key for key, value in self.values.items() if same(value)]
        return sum(look.counts[key] for look in (self.looks if looks is None else looks) for key in keys)
