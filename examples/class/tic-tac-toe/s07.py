class TicTacToe:
    score = {}

    def __init__(self, n):
        self.n = n
        TicTacToe.score.clear()   # new game, start from zero

    def add(self, key):
        self.score[key] = self.score.get(key, 0) + 1
        return self.score[key] >= self.n

    def move(self, row, col, player):
        won = [self.add((player, "row", row)), self.add((player, "col", col))]
        if row == col:
            won.append(self.add((player, "diag")))
        if row + col == self.n - 1:
            won.append(self.add((player, "anti")))
        return player if any(won) else 0
