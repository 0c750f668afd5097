class Board:
    def __init__(self, rows=("---", "---", "---")):
        self.cells = []
        for row in rows:
            for c in row:
                self.cells.append(c)

    def has_won(self, s):
        c = self.cells
        for a, b, d in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
            if c[a] == s and c[b] == s and c[d] == s:
                return True
        return False

    def is_draw(self):
        return self.cells.count("-") == 0 and not self.has_won("X") and not self.has_won("O")

    def is_over(self):
        return self.is_draw() or self.has_won("X") or self.has_won("O")

    def moves(self, s):
        boards = []
        for i in range(9):
            if self.cells[i] == "-":
                new_board = Board()
                new_board.cells = self.cells
                new_board.cells[i] = s
                boards.append(new_board)
        return boards

    def __str__(self):
        c = self.cells
        return "".join(c[0:3]) + "\n" + "".join(c[3:6]) + "\n" + "".join(c[6:9]) + "\n"


def count_games(board, symbol):
    if board.is_over():
        return 1
    result = 0
    other = "O" if symbol == "X" else "X"
    for b in board.moves(symbol):
        result += count_games(b, other)
    return result


if __name__ == "__main__":
    print("Number of games:", count_games(Board(), "X"))
