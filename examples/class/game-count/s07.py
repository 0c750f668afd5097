# 井字棋：一共有多少种不同的对局


class Board:
    def __init__(self, rows=("---", "---", "---")):
        self.cells = "".join(rows)

    def has_won(self, symbol):
        c = self.cells
        three = symbol * 3
        return three in (c[0:3], c[3:6], c[6:9],      # 行
                         c[0::3], c[1::3], c[2::3],   # 列
                         c[0::4], c[2:7:2])           # 对角线

    def is_draw(self):
        return "-" not in self.cells and not self.has_won("X") and not self.has_won("O")

    def is_over(self):
        return "-" not in self.cells or self.has_won("X") or self.has_won("O")

    def moves(self, symbol):
        result = []
        for i in range(9):
            if self.cells[i] == "-":
                c = self.cells[:i] + symbol + self.cells[i + 1:]
                result.append(Board([c[0:3], c[3:6], c[6:9]]))
        return result

    def __str__(self):
        c = self.cells
        return "%s\n%s\n%s\n" % (c[0:3], c[3:6], c[6:9])


memo = {}


def count_games(board, symbol):
    key = (board.cells, symbol)
    if key not in memo:
        if board.is_over():
            memo[key] = 1
        else:
            other = {"X": "O", "O": "X"}[symbol]
            memo[key] = sum(count_games(b, other) for b in board.moves(symbol))
    return memo[key]


if __name__ == "__main__":
    print("对局总数:", count_games(Board(), "X"))
