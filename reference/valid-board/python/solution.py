LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),  # rows
    (0, 3, 6), (1, 4, 7), (2, 5, 8),  # columns
    (0, 4, 8), (2, 4, 6),  # diagonals
]


def has_line(cells, mark):
    return any(cells[a] == cells[b] == cells[c] == mark for a, b, c in LINES)


def solution(board):
    """Return 1 when the board can occur in a game that O begins, else 0."""
    cells = "".join(board)
    lead = cells.count("O") - cells.count("X")
    if lead not in (0, 1):
        return 0
    if has_line(cells, "O") and lead != 1:  # O won, so O moved last
        return 0
    if has_line(cells, "X") and lead != 0:  # X won, so X moved last
        return 0
    return 1
