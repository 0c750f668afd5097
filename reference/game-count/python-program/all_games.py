"""A program alone: it prints how many games of tic-tac-toe there are, and offers no function of the task."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
cells = [""] * 9


def games_from_here(mark):
    """The games that begin with the marks as they stand."""
    if any(cells[a] and cells[a] == cells[b] == cells[c] for a, b, c in LINES) or all(cells):
        return 1
    total = 0
    for square in range(9):
        if not cells[square]:
            cells[square] = mark
            total += games_from_here("O" if mark == "X" else "X")
            cells[square] = ""
    return total


print("There are", games_from_here("X"), "games.")
