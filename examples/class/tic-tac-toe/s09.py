class TicTacToe(object):
    def __init__(self, n):
        self.b = [[None] * n for _ in range(n)]
        self.n = n

    def move(self, row, col, player):
        """True when this move wins"""
        self.b[row][col] = player
        r = self.b[row].count(player) == self.n
        c = sum(1 for x in self.b if x[col] == player) == self.n
        d = sum(1 for i in range(self.n) if self.b[i][i] == player) == self.n
        a = sum(1 for i in range(self.n) if self.b[i][-1 - i] == player) == self.n
        return r or c or d or a