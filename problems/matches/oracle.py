"""The game of sticks with M = 3, whoever takes the last stick wins: which moves are legal, and which is best."""

import re
from collections.abc import Iterator

MOST = 3


def is_legal(arguments: list, move: object) -> bool | str:
    """Whether the move takes 1 to 3 of the sticks."""
    (sticks,) = arguments
    if not isinstance(move, int) or isinstance(move, bool):
        return "A move is a whole number."
    if 1 <= move <= min(MOST, sticks):
        return True
    return f"With {sticks} sticks left a move takes 1 to {min(MOST, sticks)} of them."


def best(sticks: int) -> int | None:
    """The winning move, None where there is none."""
    return sticks % (MOST + 1) or None


def best_moves() -> Iterator[dict]:
    """From a position that can be won, the winning move; from the others any legal one."""
    for sticks in range(1, 21):
        best = sticks % (MOST + 1)
        expectation = {"returns": best} if best else {"check": "oracle.is_legal"}
        yield {"call": f"get_computer_move({sticks})", "times": 5, **expectation}


def shows_nine_left(output: str) -> bool | str:
    """Whether the nine sticks after the person's first move are printed, as a numeral or as nine equal marks."""
    if re.search(r"(?<!\d)9(?!\d)", output) or re.search(r"(?:([^\w\s])\s?)(?:\1\s?){8}", output):
        return True
    if re.search(r"(?<![|I])(?:[|I] ?){9}(?![|I])", output):
        return True
    return "After ten sticks less one, 9 are left: that was not printed."
