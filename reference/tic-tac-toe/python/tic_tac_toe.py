class TicTacToe:
    """A game on an n x n board.

    Each line has one number: the marks of player 1 in it minus those of
    player 2. A line is full of one player's marks when it reaches n or -n.
    """

    def __init__(self, n):
        self.n = n
        self.rows = [0] * n
        self.cols = [0] * n
        self.diagonal = 0
        self.anti_diagonal = 0

    def move(self, row, col, player):
        """Place a mark; return the player if this move wins, else 0."""
        mark = 1 if player == 1 else -1
        self.rows[row] += mark
        self.cols[col] += mark
        if row == col:
            self.diagonal += mark
        if row + col == self.n - 1:
            self.anti_diagonal += mark

        lines = (self.rows[row], self.cols[col], self.diagonal, self.anti_diagonal)
        return player if mark * self.n in lines else 0
