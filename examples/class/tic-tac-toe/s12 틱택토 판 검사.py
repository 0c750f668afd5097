# 틱택토 판 검사 (n x n)
from collections import defaultdict


class TicTacToe:
    def __init__(self, n):
        self.n = n
        self.점수 = defaultdict(int)

    def move(self, row, col, player):
        줄들 = [("가로", row), ("세로", col)]
        if row == col:
            줄들.append(("대각선", 1))
        if row == self.n - 1 - col:
            줄들.append(("대각선", 2))
        승자 = 0
        for 줄 in 줄들:
            self.점수[player, 줄] += 1
            if self.점수[player, 줄] == self.n:
                승자 = player
        print(row, col, "->", 승자)  # 확인용
        return 승자
