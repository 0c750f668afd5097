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


# --- rules that are wrong in a known way -------------------------------------------------------------------

BROKEN_DIAGONALS = ((1, 5, 6), (2, 3, 7), (1, 3, 8), (0, 5, 7))


def _rule(  # noqa: PLR0913 - each keyword is a slip of its own
    board: list[str],
    *,
    lines: tuple[tuple[int, int, int], ...] = LINES,
    differences: range = range(2),
    o_won: bool = True,
    x_won: bool = True,
    both: bool = False,
    two_lines: bool = True,
) -> int:
    """A rule of thumb, right as it stands; each keyword spoils one thing that real submissions get wrong.

    `differences` are how many more O than X may be there. Without `o_won` (`x_won`) nobody asks who moved last when O
    (X) has a line; then lines of both are allowed if `both`.
    """
    cells = "".join(board)
    difference = cells.count("O") - cells.count("X")
    marks = [cells[a] for a, b, c in lines if cells[a] == cells[b] == cells[c] != "."]
    if difference not in differences:
        return 0
    if o_won and "O" in marks and difference != 1:
        return 0
    if x_won and "X" in marks and difference != 0:
        return 0
    if not both and {"O", "X"} <= set(marks):
        return 0
    return int(two_lines or len(marks) < 2)


def without_o_won_rule(board: list[str]) -> int:
    """X may move on after O has won."""
    return _rule(board, o_won=False)


def without_o_won_rule_and_with_two_winners(board: list[str]) -> int:
    """X may move on after O has won, and win too."""
    return _rule(board, o_won=False, both=True)


def without_x_won_rule(board: list[str]) -> int:
    """O may move on after X has won."""
    return _rule(board, x_won=False)


def without_x_won_rule_and_with_two_winners(board: list[str]) -> int:
    """O may move on after X has won, and win too."""
    return _rule(board, x_won=False, both=True)


def without_won_rules(board: list[str]) -> int:
    """Everybody may move on after a line."""
    return _rule(board, o_won=False, x_won=False, both=True)


def without_won_rules_but_one_winner(board: list[str]) -> int:
    """Everybody may move on after a line, but two cannot have won."""
    return _rule(board, o_won=False, x_won=False)


def without_count_rule(board: list[str]) -> int:
    """Numbers of marks matter only where there is a line."""
    return _rule(board, differences=range(-9, 10))


def with_equal_numbers(board: list[str]) -> int:
    """Boards on which O has moved once more are refused (`!=`)."""
    return _rule(board, differences=range(1))


def with_x_first(board: list[str]) -> int:
    """X moves first."""
    return _rule([row.translate(str.maketrans("OX", "XO")) for row in board])


def without_diagonals(board: list[str]) -> int:
    """Lines are rows and columns."""
    return _rule(board, lines=LINES[:6])


def without_second_diagonal(board: list[str]) -> int:
    """The diagonal from the top right is no line."""
    return _rule(board, lines=LINES[:7])


def without_first_diagonal(board: list[str]) -> int:
    """The diagonal from the top left is no line."""
    return _rule(board, lines=(*LINES[:6], LINES[7]))


def with_broken_diagonals(board: list[str]) -> int:
    """Diagonals that leave the board on one side come back on the other one."""
    return _rule(board, lines=(*LINES, *BROKEN_DIAGONALS))


def without_columns(board: list[str]) -> int:
    """Lines are rows and diagonals."""
    return _rule(board, lines=(*LINES[:3], *LINES[6:]))


def without_rows(board: list[str]) -> int:
    """Lines are columns and diagonals."""
    return _rule(board, lines=LINES[3:])


def without_two_lines(board: list[str]) -> int:
    """Two lines are never allowed."""
    return _rule(board, two_lines=False)
