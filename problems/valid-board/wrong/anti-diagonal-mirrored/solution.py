def win(board, p):
    for i in range(3):
        if board[i][0] == p and board[i][1] == p and board[i][2] == p:
            return True
        if board[0][i] == p and board[1][i] == p and board[2][i] == p:
            return True
    d1 = 0
    d2 = 0
    for i in range(3):
        if board[i][i] == p:
            d1 += 1
        if board[2-i][2-i] == p:
            d2 += 1
    return d1 == 3 or d2 == 3


def solution(board):
    o = 0
    x = 0
    for row in board:
        o += row.count('O')
        x += row.count('X')
    if x > o or o - x > 1:
        return 0
    if win(board, 'O') and win(board, 'X'):
        return 0
    if win(board, 'O') and o != x + 1:
        return 0
    if win(board, 'X') and o != x:
        return 0
    return 1
