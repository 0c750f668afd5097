"""All boards of tic-tac-toe, and which of them can occur: found by playing every game, not by a rule."""

from collections.abc import Iterator
from functools import cache
from itertools import product

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def boards() -> Iterator[tuple[list[str]]]:
    """Every board of three rows over `.`, `O` and `X`, those with fewer marks first."""
    every = ("".join(cells) for cells in product(".OX", repeat=9))
    for cells in sorted(every, key=lambda cells: (9 - cells.count("."), cells)):
        yield ([cells[:3], cells[3:6], cells[6:]],)


def is_reachable(board: list[str]) -> int:
    """1 if some game by the rules shows this board at some moment, else 0."""
    return int("".join(board) in _reachable())


def without_line(board: list[str]) -> bool:
    """Nobody has three in a row."""
    return not _marks_in_line("".join(board))


def with_line_of_o(board: list[str]) -> bool:
    """O has three in a row, whatever X has."""
    return "O" in _marks_in_line("".join(board))


def with_line_of_x(board: list[str]) -> bool:
    """X has three in a row, and O has not."""
    return _marks_in_line("".join(board)) == {"X"}


@cache
def _marks_in_line(cells: str) -> frozenset[str]:
    """Who has three in a row."""
    return frozenset(cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != ".")


@cache
def _reachable() -> frozenset[str]:
    """The boards of all games, O first, each game stopped at the first line."""
    seen: set[str] = set()
    waiting = [("." * 9, "O")]
    while waiting:
        cells, mark = waiting.pop()
        if cells in seen:
            continue
        seen.add(cells)
        if any(cells[a] == cells[b] == cells[c] != "." for a, b, c in LINES):
            continue
        following = "X" if mark == "O" else "O"
        waiting += [
            (cells[:index] + mark + cells[index + 1 :], following) for index, cell in enumerate(cells) if cell == "."
        ]
    return frozenset(seen)
