"""Boards of tic-tac-toe over blank, X and O, and which of them can occur when X begins: found by playing."""

from collections.abc import Iterator
from functools import cache
from itertools import product

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def boards() -> Iterator[tuple[list[str]]]:
    """Every board."""
    for cells in map("".join, product(" XO", repeat=9)):
        yield ([cells[:3], cells[3:6], cells[6:]],)


def is_reachable(board: list[str]) -> bool:
    """Whether some game shows this board at some moment."""
    return "".join(board) in reachable()


@cache
def reachable() -> frozenset[str]:
    """The boards of all games."""
    seen: set[str] = set()
    waiting = [(" " * 9, "X")]
    while waiting:
        cells, mark = waiting.pop()
        if cells in seen:
            continue
        seen.add(cells)
        if any(cells[a] == cells[b] == cells[c] != " " for a, b, c in LINES):
            continue
        other = "O" if mark == "X" else "X"
        waiting += [(cells[:at] + mark + cells[at + 1 :], other) for at, cell in enumerate(cells) if cell == " "]
    return frozenset(seen)
