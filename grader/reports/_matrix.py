"""The results of a class -> the cells of the table of students and tests, as short as they can be.

Tens of thousands of cells have to open at once, so they are written here and not by a template. A cell is a sign with
a colour and its words; up to WHOLE_CELLS of them make a table, above that each student's row names what failed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from grader.reports._statistics import Column, verdicts_of
from grader.reports._visible import escaped

Result = Mapping[str, Any]
Looks = Mapping[str | None, tuple[str, str, str, str]]  # verdict -> sign, colour, words, what it means

WHOLE_CELLS = 40_000
NOTHING = "<td>"


def is_whole(results: Sequence[Result], columns: Sequence[Column]) -> bool:
    """Whether all cells fit into the page."""
    return len(results) * len(columns) <= WHOLE_CELLS


def cells(result: Result, columns: Sequence[Column], looks: Looks) -> Markup:
    """A cell for each test, empty where the student's form of the task does not have it."""
    known = _written(looks)
    verdicts = verdicts_of(result)
    return Markup("".join(known[verdicts[one.key]] if one.key in verdicts else NOTHING for one in columns))  # noqa: S704


def failed(result: Result, columns: Sequence[Column], looks: Looks) -> Markup:
    """The numbers of the tests that did not pass, each with its sign, those with the same sign together."""
    verdicts = verdicts_of(result)
    groups: dict[str, list[int]] = {}
    for one in columns:
        verdict = verdicts.get(one.key, "AC")
        if verdict != "AC":
            groups.setdefault(verdict, []).append(one.number)
    written = [_named(looks[verdict], ranges(numbers)) for verdict, numbers in groups.items()]
    return Markup("; ".join(written) or "–")  # noqa: S704 - words of ours and numbers


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as people list them: `3, 9, 12-17`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(_run(first, last) for first, last in runs)


def _named(look: tuple[str, str, str, str], numbers: str) -> str:
    sign, colour, name, _meaning = look
    return f'<span class="{colour}">{escaped(sign)}</span> {escaped(name)}: {numbers}'


def _run(first: int, last: int) -> str:
    if first == last:
        return str(first)
    return f"{first}, {last}" if last == first + 1 else f"{first}–{last}"


def _written(looks: Looks) -> Mapping[str | None, str]:
    return {
        verdict: f'<td class={colour} aria-label="{escaped(name)}">{escaped(sign)}'
        for verdict, (sign, colour, name, _meaning) in looks.items()
    }
