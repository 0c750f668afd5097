class TicTacToe:
    def __init__(self, n):
        self.n = n
        self.board = [[0] * n] * n

    def move(self, row, col, player):
        n = self.n
        self.board[row][col] = player
        win = True
        for i in range(n):
            if self.board[row][i] != player:
                win = False
        if win:
            return player
        win = True
        for i in range(n):
            if self.board[i][col] != player:
                win = False
        if win:
            return player
        if row == col:
            win = True
            for i in range(n):
                if self.board[i][i] != player:
                    win = False
            if win:
                return player
        if row + col == n - 1:
            win = True
            for i in range(n):
                if self.board[i][n - 1 - i] != player:
                    win = False
            if win:
                return player
        return 0
