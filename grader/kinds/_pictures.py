"""The arguments of a call -> the picture that a package asks for with `show`, as plain data; reports draw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.model import Argument, Picture

SCHEMA: Mapping[str, Any] = {"show": {"enum": ["board"]}}
LARGEST_SIDE = 20


def picture_of(show: str | None, arguments: Sequence[Argument]) -> Picture | None:
    """The first argument that is a board: rows of the same length, as texts or as lists. None if there is none."""
    for argument in arguments if show is not None else ():
        rows = _rows(argument)
        if rows is not None and show is not None:
            return Picture(show, rows)
    return None


def _rows(value: object) -> tuple[tuple[str, ...], ...] | None:
    if isinstance(value, str):
        value = value.split("\n") if "\n" in value else None
    if not isinstance(value, list | tuple) or not 0 < len(value) <= LARGEST_SIDE:
        return None
    rows = [_row(row) for row in value]
    known = [row for row in rows if row is not None and 0 < len(row) <= LARGEST_SIDE]
    if len(known) != len(rows) or len({len(row) for row in known}) > 1:
        return None
    return tuple(known)


def _row(row: object) -> tuple[str, ...] | None:
    if isinstance(row, str):
        return tuple(row)
    if isinstance(row, list | tuple):
        cells = [_cell(cell) for cell in row]
        return tuple(cell for cell in cells if cell is not None) if None not in cells else None
    return None


def _cell(cell: object) -> str | None:
    if cell is None:
        return " "
    return str(cell) if isinstance(cell, str | int) and not isinstance(cell, bool) and len(str(cell)) <= 3 else None
