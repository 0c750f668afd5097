"""A grading worksheet of Moodle and results -> the worksheet filled in, and which participant a hand-in is of.

Moodle finds the columns of the worksheet by their headers in the language of the reader. They are known here in
English; in other languages a person names them. The identifier (`Participant 123`) is known by its looks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.errors import InputError
from grader.gradebook.cells import Table, column, find, read
from grader.gradebook.filling import Filled, Places, Wishes, fill, number
from grader.gradebook.matching import HandIn, Row, match
from grader.people.counting import authors

Result = Mapping[str, Any]
_HAND_IN = re.compile(r"(?P<name>[^_]*)_(?P<number>\d+)_assign(submission|feedback)_(file|onlinetext)")
BLIND = "Participant"
_BLIND = re.compile(r"participant[ _-](?P<number>\d+)(?!\d)", re.IGNORECASE)
_IDENTIFIER = re.compile(r"\D+ (\d+)")


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody in an assignment: the number there, and a name for people."""

    number: str
    name: str


def hand_in(identity: str, name: str | None) -> HandIn:
    """Somebody for whom a submission counts: with the number of the participant, as Moodle names what it hands out."""
    found = _HAND_IN.match(identity)
    if found is not None:
        return HandIn(identity, found["number"].lstrip("0"), None if found["name"] == BLIND else found["name"])
    blind = _BLIND.match(identity)
    return HandIn(identity, blind["number"].lstrip("0") if blind is not None else None, name, (identity,))


def filled(content: bytes, file: str, results: Sequence[Result], wishes: Wishes) -> Filled:
    """The worksheet filled in."""
    table = read(content, file)
    places = _places(table, file, wishes)
    return fill(table, places, [(hand_in(*one), result) for result in results for one in authors(result)], wishes)


def _places(table: Table, file: str, wishes: Wishes) -> Places:
    header = table.header
    identifier = _identifier(table, header, file)
    grade = column(header, wishes.column or "Grade", file, "--column")
    named = wishes.feedback_column
    feedback = column(header, named, file, "--feedback-column") if named else find(header, "Feedback comments")
    maximum = find(header, "Maximum Grade")
    rows = _rows(table, identifier, grade)
    worths = {row.index: number(table.value(row.index, maximum)) for row in rows if maximum is not None}
    return Places(grade, feedback, rows, {index: worth for index, worth in worths.items() if worth is not None})


def _rows(table: Table, identifier: int, end: int) -> list[Row]:
    """The participants; what stands between the identifier and `end` may be a name, an id or an address."""
    rows = []
    for index in range(1, len(table.rows)):
        found = _IDENTIFIER.fullmatch(table.value(index, identifier).strip())
        if found is not None:
            ids = tuple(table.value(index, at) for at in range(identifier + 1, end))
            shown = next((one for one in ids[:1] if one), table.value(index, identifier))
            rows.append(Row(index, shown.strip(), found[1].lstrip("0"), ids, ids[:1]))
    return rows


def participants(
    people: Sequence[HandIn], sheet: bytes | None = None, file: str = ""
) -> tuple[dict[int, Participant], dict[int, str]]:
    """The participant of each, by place in the list, and why others have none.

    A number that is the whole id may be one of the university as well, so it counts only if it is in the worksheet.
    """
    known = {at: Participant(one.number, one.name or BLIND) for at, one in enumerate(people) if one.number is not None}
    if sheet is None:
        why = "its id holds no number of a Moodle participant; a grading worksheet would tell it (--worksheet)"
        return known, {at: why for at in range(len(people)) if at not in known}
    table = read(sheet, file)
    identifier = _identifier(table, table.header, file)
    rows = {row.index: row for row in _rows(table, identifier, min(len(table.header), identifier + 5))}
    found = match(people, list(rows.values()))
    return {at: Participant(rows[index].number, rows[index].shown) for at, index in found.rows.items()}, found.unmatched


def _identifier(table: Table, header: Sequence[str], file: str) -> int:
    for at in range(len(header)):
        cells = [table.value(index, at).strip() for index in range(1, len(table.rows))]
        known = [cell for cell in cells if cell]
        if known and all(_IDENTIFIER.fullmatch(cell) for cell in known):
            return at
    raise InputError(f"{file} is no grading worksheet: no column holds identifiers such as `Participant 123`")
