class TicTacToe:

    def __init__(self, n: int):
        self.n = n
        self.rows = [0] * n
        self.cols = [0] * n
        self.diag = 0
        self.anti = 0

    def move(self, row: int, col: int, player: int) -> int:
        step = 1 if player == 1 else -1
        self.rows[row] += step
        self.cols[col] += step
        if row == col:
            self.diag += step
        if row + col == self.n - 1:
            self.anti += step
        if self.n in map(abs, (self.rows[row], self.cols[col], self.diag, self.anti)):
            return player
        return 0


# how to use it:
# game = TicTacToe(3)
# print(game.move(0, 0, 1))
