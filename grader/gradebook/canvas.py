"""A gradebook export of Canvas and results -> the export with one column filled in.

An unknown column would make Canvas create an assignment, so it has to be one of the export's: the one that is called as
the task, or the one that a person names. Rows without an id are Canvas's own (`Points Possible`, what is hidden).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grader.errors import InputError
from grader.gradebook.cells import Table, column, read
from grader.gradebook.filling import Filled, Places, Wishes, fill, number
from grader.gradebook.matching import HandIn, Row, folded
from grader.people.counting import authors

Result = Mapping[str, Any]
EXCUSED = "EX"
_HAND_IN = re.compile(r"(?P<name>[^_]+)(?:_late)?_(?P<number>\d+)_\d+_", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"(?P<title>.*) \((?P<number>\d+)\)")
_IDS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
_NAMES = ("Student", "LastName", "FirstName")


def hand_in(identity: str, name: str | None) -> HandIn:
    """Somebody for whom a submission counts: with the number of the user, as Canvas names what it hands out."""
    found = _HAND_IN.match(identity)
    if found is not None:
        return HandIn(identity, found["number"].lstrip("0"), found["name"])
    return HandIn(identity, None, name, (identity,))


def filled(content: bytes, file: str, results: Sequence[Result], wishes: Wishes) -> Filled:
    """The export filled in."""
    table = read(content, file)
    header = table.header
    if "ID" not in header or not any(name in header for name in _NAMES):
        raise InputError(f"{file} is no gradebook export of Canvas: its header has no `Student` and no `ID`")
    places = _places(table, header, _column(header, file, results, wishes))
    return fill(table, places, [(hand_in(*one), result) for result in results for one in authors(result)], wishes)


def _column(header: Sequence[str], file: str, results: Sequence[Result], wishes: Wishes) -> int:
    assignments = {at: title["title"] for at, one in enumerate(header) if (title := _ASSIGNMENT.fullmatch(one))}
    if wishes.column is not None:
        by_title = [at for at, title in assignments.items() if folded(title) == folded(wishes.column)]
        at = by_title[0] if len(by_title) == 1 else column(header, wishes.column, file, "--column")
        if at not in assignments:
            raise InputError(f"the column `{header[at]}` of {file} is no assignment")
        return at
    tasks = {folded(text) for result in results for text in (result["problem"]["title"], result["problem"]["id"])}
    found = [at for at, title in assignments.items() if folded(title) in tasks]
    if len(found) != 1:
        known = ", ".join(header[at] for at in assignments) or "none"
        raise InputError(f"which assignment of {file} is it? Say --column NAME; there are: {known}")
    return found[0]


def _places(table: Table, header: Sequence[str], grade: int) -> Places:
    at_id = header.index("ID")
    rows: list[Row] = []
    possible: float | None = None
    for index in range(1, len(table.rows)):
        user = table.value(index, at_id).strip()
        if not user:
            value = number(table.value(index, grade))
            possible = value if value is not None and not rows else possible
            continue
        ids = tuple(table.value(index, header.index(name)) for name in _IDS if name in header)
        name = " ".join(table.value(index, header.index(name)) for name in _NAMES if name in header)
        rows.append(Row(index, name.strip() or user, user.lstrip("0"), ids, (name,)))
    most = {row.index: possible for row in rows if possible is not None}
    return Places(grade, None, rows, most, EXCUSED, ("N/A", "(read only)"))
