class TicTacToe(object):

    def __init__(self, n):
        self.n = n
        self.board = [[0] * n for _ in range(n)]
        self.r = [0] * n
        self.c = [0] * n
        self.d1 = 0
        self.d2 = 0

    def move(self, row, col, player):
        v = 1 if player == 1 else -1
        self.board[row][col] = player
        self.r[row] += v
        self.c[col] += v
        if row == col:
            self.d1 += v
        if row + col + 1 == self.n:
            self.d2 += v
        if abs(self.r[row]) == self.n or abs(self.c[col]) == self.n:
            return True
        if abs(self.d1) == self.n or abs(self.d2) == self.n:
            return True
        return False
