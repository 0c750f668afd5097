"""What a test asks -> the picture that its package wants with `show`, as plain data; reports draw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.model import Argument, Picture, Step

SCHEMA: Mapping[str, Any] = {"show": {"enum": ["board"]}}
LARGEST_SIDE = 20


def picture_of(show: str | None, arguments: Sequence[Argument]) -> Picture | None:
    """The first argument that is a board: rows of the same length, as texts or as lists. None if there is none."""
    for argument in arguments if show is not None else ():
        rows = _rows(argument)
        if rows is not None and show is not None:
            return Picture(show, rows)
    return None


def picture_of_game(show: str | None, steps: Sequence[Step]) -> Picture | None:
    """The board that the last step is about, as the calls have filled it: a row, a column from 0, and a mark.

    It has as many rows and columns as the one number says with which its object was made, or the two numbers.
    """
    name = steps[-1].on if steps else None
    made = next((step for step in steps if step.new and step.bind == name), None)
    if show is None or name is None or made is None:
        return None
    sides = [side for side in made.arguments if isinstance(side, int) and 0 < side <= LARGEST_SIDE]
    if len(sides) != len(made.arguments) or len(sides) not in (1, 2):
        return None
    board = [[" "] * sides[-1] for _row in range(sides[0])]
    for step in steps:
        if step.on == name and not _put(board, step.arguments):
            return None
    return Picture(show, tuple(map(tuple, board)))


def _put(board: list[list[str]], arguments: Sequence[Argument]) -> bool:
    """Whether the arguments name a square of the board, and what is put there."""
    if len(arguments) != 3:
        return False
    row, column, mark = arguments
    if not isinstance(row, int) or not isinstance(column, int) or not isinstance(mark, int | str):
        return False
    if not (0 <= row < len(board) and 0 <= column < len(board[0])):
        return False
    board[row][column] = str(mark)[:3]
    return True


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
