class TicTacToe:
    def __init__(self, n):
        self.n = n
        self.board = [[0] * n for _ in range(n)]

    def move(self, row, col, player):
        self.board[row][col] = player
        return player if self.has_won(player) else 0

    def has_won(self, player):
        n, board = self.n, self.board
        for i in range(n):
            if [board[i][j] for j in range(n)] == [player] * n:
                return True
            if [board[j][i] for j in range(n)] == [player] * n:
                return True
        if [board[i][i] for i in range(n)] == [player] * n:
            return True
        return [board[i][n - 1 - i] for i in range(n)] == [player] * n
