class TicTacToe:
    def __init__(self, n):
        self.n = n
        self.board = [[0] * n for i in range(n)]

    def move(self, row, col, player)
        self.board[row][col] = player
        if all(v == player for v in self.board[row]):
            return player
        return 0
