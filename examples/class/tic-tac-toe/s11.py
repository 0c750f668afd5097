# plansza jako slowniki, zliczam ile znakow ma gracz
class TicTacToe:
    def __init__(self, n):
        self.n = n
        self.w = {1: [0] * n, 2: [0] * n}
        self.k = {1: [0] * n, 2: [0] * n}
        self.p = {1: 0, 2: 0}
        self.q = {1: 0, 2: 0}

    def move(self, row, col, player):
        n = self.n
        self.w[player][row] += 1
        self.k[player][col] += 1
        if row == col:
            self.p[player] += 1
        # druga przekatna: suma dzieli sie przez n-1 i jest rowna n-1
        if (row + col) // (n - 1) == 1 and (row + col) % (n - 1) == 0:
            self.q[player] += 1
        if n in (self.w[player][row], self.k[player][col], self.p[player], self.q[player]):
            return player
        return 0
