LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),  # rows
    (0, 3, 6), (1, 4, 7), (2, 5, 8),  # columns
    (0, 4, 8), (2, 4, 6),  # diagonals
]


def has_won(cells, symbol):
    return any(cells[a] == cells[b] == cells[c] == symbol for a, b, c in LINES)


def count_from(cells, symbol):
    """Count the games that go on from these nine cells."""
    other = "O" if symbol == "X" else "X"
    if has_won(cells, other) or "-" not in cells:  # other moved last
        return 1
    games = 0
    for index, cell in enumerate(cells):
        if cell == "-":
            games += count_from(cells[:index] + symbol + cells[index + 1:], other)
    return games


def count_games(board, symbol):
    """Return in how many ways the game can go on; symbol is the one to move."""
    return count_from("".join(board), symbol)
