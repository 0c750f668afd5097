"""Findings -> lines for the author at a terminal, 80 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path

from grader.errors import Fault
from grader.verify.desk import Result
from grader.verify.findings import Check, Findings
from grader.verify.solutions import Solution
from grader.verify.wrong import refusals, refusing_alone

WIDTH = 80
HEAD = 20
MOST_FAULTS = 30


class State(Enum):
    """How a check came out."""

    PROVEN = "ok"
    REFUSED = "FAIL"
    UNTRIED = "open"


def state_of(findings: Findings) -> State:
    """Faults first: they stand, whatever else could not be tried."""
    if findings.faults:
        return State.REFUSED
    return State.UNTRIED if findings.untried else State.PROVEN


def lines(check: Check, findings: Findings) -> Iterator[str]:
    """What one check has found: a line, then its faults, what could not be tried, and notes."""
    state = state_of(findings)
    yield from _wrapped(f"{state.value:<5} {check.name:<{HEAD - 7}} ", findings.proven)
    for fault in findings.faults[:MOST_FAULTS]:
        yield from fault_lines(fault)
    if len(findings.faults) > MOST_FAULTS:
        yield f"      ... and {len(findings.faults) - MOST_FAULTS} more faults of this check"
    for said in findings.untried:
        yield from _wrapped("      not tried: ", said, "        ")
    for said in findings.notes:
        yield from _wrapped("      note: ", said, "        ")


def fault_lines(fault: Fault) -> Iterator[str]:
    """The place on a line of its own, so that editors and terminals can open it; then what is wrong."""
    place = ":".join(str(one) for one in (_near(fault.file), fault.line, fault.column) if one is not None)
    yield f"      {place}"
    yield from _wrapped("        ", fault.message, "        ")


def _near(file: str) -> str:
    """The way from the working folder, where the file is below it."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_absolute() and path.is_relative_to(Path.cwd()) else file


def _wrapped(head: str, text: str, indent: str | None = None) -> list[str]:
    further = " " * len(head) if indent is None else indent
    return textwrap.wrap(
        text, WIDTH, initial_indent=head, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
    ) or [head.rstrip()]


def table(results: Sequence[tuple[Solution, Result]]) -> Iterator[str]:
    """Which tests refuse which wrong solution, and which of them refuse nothing that others don't."""
    refused = refusals(results)
    alone = refusing_alone(refused)
    for solution, result in results:
        tests = [name for name, names in refused.items() if solution.name in names]
        said = _short(tests) or "refused by no test"
        yield from _wrapped(f"  {solution.name}: {result['verdict']}, ", said, "      ")
    yield "  Tests that refuse a wrong solution which no other test refuses:"
    for name, names in alone.items():
        yield from _wrapped(f"    {name}: ", ", ".join(names), "      ")
    idle = [name for name, names in refused.items() if names and name not in alone]
    yield from _wrapped("  Tests that refuse nothing that others don't: ", _short(idle) or "none", "    ")
    never = [name for name, names in refused.items() if not names]
    yield from _wrapped("  Tests that refuse none of them: ", _short(never) or "none", "    ")


def _short(names: Sequence[str]) -> str:
    """The tests, those of one part together."""
    parts: dict[str, list[str]] = {}
    for name in names:
        part, _colon, test = name.rpartition(": ")
        parts.setdefault(part, []).append(test.removeprefix(f"{part.split(', ')[-1]}-"))
    return "; ".join(f"{part} {', '.join(tests)}" for part, tests in parts.items())
