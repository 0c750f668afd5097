"""All boards of tic-tac-toe over X, O and blank, and which of them some game shows: found by playing every game."""

from collections.abc import Iterator
from functools import cache
from itertools import product

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def boards() -> Iterator[tuple[list[str]]]:
    """Every board as three rows."""
    for cells in product(" XO", repeat=9):
        text = "".join(cells)
        yield ([text[:3], text[3:6], text[6:]],)


def can_occur(board: list[str]) -> bool:
    """Whether some game by the rules, X first, shows this board."""
    return "".join(board) in _shown()


@cache
def _shown() -> set[str]:
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
        waiting += [(cells[:at] + mark + cells[at + 1 :], other) for at in range(9) if cells[at] == " "]
    return seen
