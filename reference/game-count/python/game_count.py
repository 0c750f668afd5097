EMPTY = "-"
LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),  # rows
    (0, 3, 6), (1, 4, 7), (2, 5, 8),  # columns
    (0, 4, 8), (2, 4, 6),  # diagonals
]


class Board:
    """A 3 x 3 board, made from three strings over "X", "O" and "-"."""

    def __init__(self, rows=("---", "---", "---")):
        self.cells = "".join(rows)

    def has_won(self, symbol):
        cells = self.cells
        return any(cells[a] == cells[b] == cells[c] == symbol for a, b, c in LINES)

    def is_draw(self):
        """Return whether the board is full and nobody has won."""
        return EMPTY not in self.cells and not self.has_won("X") and not self.has_won("O")

    def is_over(self):
        return self.has_won("X") or self.has_won("O") or self.is_draw()

    def moves(self, symbol):
        """Return the boards after each possible move of symbol, row by row."""
        boards = []
        for index, cell in enumerate(self.cells):
            if cell == EMPTY:
                cells = self.cells[:index] + symbol + self.cells[index + 1:]
                boards.append(Board([cells[:3], cells[3:6], cells[6:]]))
        return boards

    def __str__(self):
        return "".join(self.cells[start:start + 3] + "\n" for start in (0, 3, 6))


def count_games(board, symbol):
    """Return in how many ways the game can go on; symbol is the one to move."""
    if board.is_over():
        return 1
    other = "O" if symbol == "X" else "X"
    return sum(count_games(next_board, other) for next_board in board.moves(symbol))


if __name__ == "__main__":
    print(f"There are {count_games(Board(), 'X')} games of tic-tac-toe.")
