def won(board, p):
    for i in range(2):
        if board[i] == p * 3:
            return True
        if board[0][i] + board[1][i] + board[2][i] == p * 3:
            return True
    if board[0][0] + board[1][1] + board[2][2] == p * 3:
        return True
    return board[0][2] + board[1][1] + board[2][0] == p * 3


def solution(board):
    o = "".join(board).count("O")
    x = "".join(board).count("X")
    if not (o == x or o == x + 1):
        return 0
    if won(board, "O") and won(board, "X"):
        return 0
    if won(board, "O") and o != x + 1:
        return 0
    if won(board, "X") and o != x:
        return 0
    return 1


if __name__ == "__main__":
    rows = []
    for i in range(3):
        rows.append(input("row %d: " % (i + 1)))
    print(solution(rows))
