"""Results, a table and who is who -> the table with grades, and all that a person should know about it.

Only cells of grades and of feedback change. A cell that holds something else already stays, unless that is asked for.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from grader.errors import InputError
from grader.gradebook.cells import Table, changed
from grader.gradebook.matching import HandIn, Row, match
from grader.people import counting
from grader.people.late import rounded

Result = Mapping[str, Any]
EMPTY = ("", "-")
_NUMBER = re.compile(r"-?\d+([.,]\d+)?")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person asked for: names of columns where they are not known, and what may be done to what is there."""

    column: str | None = None
    feedback_column: str | None = None
    overwrite: bool = False
    scale: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stand in the table, and its words: `excused`, and those of cells that take no grade."""

    grade: int
    feedback: int | None
    rows: Sequence[Row]
    most: Mapping[int, float]
    """The most points, by row, where the table tells."""
    excused: str | None = None
    closed: tuple[str, ...] = ()


@dataclass(slots=True)
class Filled:
    """The new table; how many grades are new and how many were there already; what a person should look at."""

    content: bytes = b""
    new: int = 0
    same: int = 0
    kept: list[str] = field(default_factory=list)
    without_points: list[str] = field(default_factory=list)
    not_in_table: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    without_hand_in: list[str] = field(default_factory=list)


def fill(table: Table, places: Places, people: Sequence[tuple[HandIn, Result]], wishes: Wishes) -> Filled:
    """The table filled in; raises InputError if its points are not those of the task, and nobody said to convert."""
    shown = {row.index: row.shown for row in places.rows}
    found = match([hand_in for hand_in, _result in people], places.rows)
    filling = _Filling(table, places, wishes)
    for at, index in found.rows.items():
        filling.take(people[at][0].id, people[at][1], index)
    return replace(
        filling.filled,
        content=changed(table, filling.values),
        not_in_table=[f"{people[at][0].id} ({why})" for at, why in sorted(found.unmatched.items())],
        by_name=[f"{people[at][0].id} = {shown[found.rows[at]]}" for at in found.by_name],
        without_hand_in=[row.shown for row in found.without],
    )


class _Filling:
    """Gathers the values of cells, and what there is to say."""

    def __init__(self, table: Table, places: Places, wishes: Wishes) -> None:
        self.table = table
        self.places = places
        self.wishes = wishes
        self.filled = Filled()
        self.values: dict[tuple[int, int], str] = {}

    def take(self, identity: str, result: Result, index: int) -> None:
        """Put the grade and the feedback of this result into this row, as far as that may be."""
        places = self.places
        grade = self._grade(result, index)
        if grade is None:
            self.filled.without_points.append(f"{identity} ({counting.pending(result)})")
            return
        if len(self.table.rows[index]) <= max(places.grade, places.feedback or 0):
            self.filled.kept.append(f"{identity}: its row is too short")
            return
        old = self.table.value(index, places.grade).strip()
        if _same(old, grade):
            self.filled.same += 1
        elif old not in places.closed and (old in EMPTY or self.wishes.overwrite):
            self.values[index, places.grade] = grade
            self.filled.new += 1
        else:
            self.filled.kept.append(f"{identity}: {old} stands where {grade} would go")
            return
        if places.feedback is not None:
            self._give_feedback(identity, feedback(result), index, places.feedback)

    def _give_feedback(self, identity: str, words: str, index: int, column: int) -> None:
        old = self.table.value(index, column)
        if old.strip() in EMPTY or self.wishes.overwrite:
            self.values[index, column] = words
        elif old != words:
            self.filled.kept.append(f"{identity}: other feedback stands there already")

    def _grade(self, result: Result, index: int) -> str | None:
        if counting.is_excused(result):
            return self.places.excused
        points, most = counting.total(result), self.places.most.get(index)
        if points is None:
            return None
        if most is not None and most != result["max_points"]:
            if not self.wishes.scale:
                raise InputError(
                    f"the gradebook counts {most:g} points where the task has {result['max_points']:g}: "
                    "change it there, or say --scale to convert"
                )
            points = rounded(Decimal(str(points)) * Decimal(str(most)) / Decimal(str(result["max_points"] or 1)))
        return f"{points:.2f}".rstrip("0").rstrip(".").replace(".", self.table.decimal)


def _same(old: str, new: str) -> bool:
    first = number(old)
    return old.casefold() == new.casefold() or (first is not None and first == number(new))


def number(text: str) -> float | None:
    """The number in a cell, with a decimal point or a decimal comma."""
    found = _NUMBER.fullmatch(text.strip())
    return float(found[0].replace(",", ".")) if found is not None else None


def feedback(result: Result) -> str:
    """The points by part and what people decided, as HTML, as platforms read it. No word of the student's."""
    student = counting.for_students(result)
    lines = [f"{part['title']}: {_of(counting.part_points(part), part['max_points'])}" for part in student["parts"]]
    points = _of(counting.total(student), student["max_points"])
    return "<br>".join(html.escape(line) for line in (f"Points: {points}", *lines, *counting.origins(student)))


def _of(points: float | None, most: float) -> str:
    return f"{'–' if points is None else f'{points:g}'} of {most:g}"
