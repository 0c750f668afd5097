# 줄 개수를 저장하는 딕셔너리
lines = {"O": 0, "X": 0, ".": 0}


def solution(board):
    o = sum(r.count("O") for r in board)
    x = sum(r.count("X") for r in board)

    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2]:
            lines[board[i][0]] += 1
        if board[0][i] == board[1][i] == board[2][i]:
            lines[board[0][i]] += 1
    if board[0][0] == board[1][1] == board[2][2]:
        lines[board[1][1]] += 1
    if board[0][2] == board[1][1] == board[2][0]:
        lines[board[1][1]] += 1

    if o - x not in (0, 1):
        return 0
    if lines["O"] > 0 and o == x:
        return 0
    if lines["X"] > 0 and o > x:
        return 0
    return 1
