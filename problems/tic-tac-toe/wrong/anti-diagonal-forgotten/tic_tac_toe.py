class TicTacToe:

    def __init__(self, n):
        self.n = n
        self.rows = [[0, 0] for i in range(n)]
        self.cols = [[0, 0] for i in range(n)]
        self.diag = [0, 0]

    def move(self, row, col, player):
        p = player - 1
        self.rows[row][p] += 1
        self.cols[col][p] += 1
        if row == col:
            self.diag[p] += 1
        if self.rows[row][p] == self.n:
            return player
        if self.cols[col][p] == self.n:
            return player
        if self.diag[p] == self.n:
            return player
        return 0
