def solution(board):
    s = board[0] + board[1] + board[2]
    o = s.count("O")
    x = s.count("X")

    lines = [s[0:3], s[3:6], s[6:9], s[0::3], s[1::3], s[2::3], s[0] + s[4] + s[8], s[2] + s[4] + s[6]]

    if o == x or o == x + 1:
        if "OOO" in lines and "XXX" in lines:
            return 0
        # O가 이기면 O가 하나 더 많아야 한다
        if "OOO" in lines and o == x:
            return 0
        return 1
    return 0
