"""The game of sticks: 1 to 3 a turn, who takes the last stick loses."""

import re
from collections.abc import Iterator
from typing import Any


def moves() -> Iterator[dict[str, Any]]:
    """The winning move where there is one, else any legal one, asked often."""
    for sticks in range(1, 201):
        best = (sticks - 1) % 4
        if best:
            yield {"call": f"get_computer_move({sticks})", "returns": best}
        else:
            yield {"call": f"get_computer_move({sticks})", "check": "oracle.is_legal", "times": 30}


def is_legal(arguments: list[int], move: object) -> bool:
    """Whether the move takes 1 to 3 of the sticks."""
    (sticks,) = arguments
    return type(move) is int and 1 <= move <= min(3, sticks)


def is_a_game_of_twelve(output: str) -> bool | str:
    """Whether the program's moves are legal when the person takes one stick each time, and the winner is right."""
    left = 12
    for taken in map(int, re.findall(r"Computer takes (\d+)", output)):
        left -= 1  # the person's
        if not 1 <= taken <= min(3, left):
            return f"With {left} sticks left the computer can't take {taken}."
        left -= taken
    last = output.strip().splitlines()[-1] if output.strip() else ""
    if left == 1:
        return "Computer wins" in last or "You took the last stick, so the computer wins."
    if left == 0:
        return "You win" in last or "The computer took the last stick, so you win."
    return f"The game ended with {left} sticks on the table."
