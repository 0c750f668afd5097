class Board:
    def __init__(self, rows=None):
        if rows is None:
            rows = ["---", "---", "---"]
        self.b = [list(r) for r in rows]

    def has_won(self, s):
        b = self.b
        for i in range(3):
            if b[i][0] == b[i][1] == b[i][2] == s:
                return True
            if b[0][i] == b[1][i] == b[2][i] == s:
                return True
        return b[0][0] == b[1][1] == b[2][2] == s or b[0][2] == b[1][1] == b[2][0] == s

    def is_draw(self):
        for row in self.b:
            if "-" in row:
                return False
        return not (self.has_won("X") or self.has_won("O"))

    def is_over(self):
        return self.has_won("X") or self.has_won("O") or self.is_draw()

    def moves(self, s):
        result = []
        for i in range(3):
            for j in range(3):
                if self.b[i][j] == "-":
                    new = Board(self.b)
                    new.b[i][j] = s
                    result.append(new)
        return result

    def __str__(self):
        text = ""
        for row in self.b:
            text += "".join(row) + "\n"
        return text


def count_games(board, symbol):
    if board.is_over():
        return 1
    count = 0
    for new in board.moves(symbol):
        if symbol == "X":
            count += count_games(new, "O")
        else:
            count += count_games(new, "X")
    return count


if __name__ == "__main__":
    # either player can start
    print(count_games(Board(), "X") + count_games(Board(), "O"))
