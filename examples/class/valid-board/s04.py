from typing import List


class Solution:
    def solution(self, board: List[str]) -> int:
        first = sum(row.count('O') for row in board)
        second = sum(row.count('X') for row in board)
        if second not in (first, first - 1):
            return 0
        if self.done(board, 'X') and first != second:
            return 0
        if self.done(board, 'O') and first != second + 1:
            return 0
        return 1

    def done(self, board: List[str], who: str) -> bool:
        columns = ["".join(c) for c in zip(*board)]
        diagonals = [board[0][0] + board[1][1] + board[2][2],
                     board[0][2] + board[1][1] + board[2][0]]
        return who * 3 in list(board) + columns + diagonals
