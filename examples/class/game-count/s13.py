class Board:
    def __init__(self, rows=None):
        if rows is None:
            rows = ["---"] * 3
        self.rows = [list(r) for r in rows]

    def hasWon(self, symbol):
        r = self.rows
        for i in range(3):
            if r[i][0] == r[i][1] == r[i][2] == symbol:
                return True
            if r[0][i] == r[1][i] == r[2][i] == symbol:
                return True
        if r[0][0] == r[1][1] == r[2][2] == symbol:
            return True
        return False

    def isFull(self):
        return all(c != "-" for r in self.rows for c in r)

    def isDraw(self):
        return self.isFull() and not (self.hasWon("X") or self.hasWon("O"))

    def isOver(self):
        return self.isFull() or self.hasWon("X") or self.hasWon("O")

    def moves(self, symbol):
        out = []
        for i in range(3):
            for j in range(3):
                if self.rows[i][j] == "-":
                    b = Board(["".join(r) for r in self.rows])
                    b.rows[i][j] = symbol
                    out.append(b)
        return out

    def __str__(self):
        return "".join("".join(r) + "\n" for r in self.rows)


known = {}


def countGames(board, symbol):
    k = str(board)
    if k in known:
        return known[k]
    if board.isOver():
        n = 1
    else:
        n = 0
        for b in board.moves(symbol):
            n += countGames(b, "O" if symbol == "X" else "X")
    known[k] = n
    return n


if __name__ == "__main__":
    print(countGames(Board(), "X"))
