"""What a check found: what it has proven, what is refused, and what could not be tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.errors import Fault
from grader.verify.package import Package


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of one check about one package.

    `proven` says what was looked at, with its numbers. `untried` is what could not be looked at, each with the reason:
    nothing is proven of it. `notes` are worth knowing, and no faults.
    """

    proven: str
    faults: tuple[Fault, ...] = ()
    untried: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One way of proving a package; `asks` is its question, for the help."""

    name: str
    asks: str
    prove: Callable[[Package], Findings]
