def solution(board):
    s = "".join(board)
    lines = [s[0:3], s[3:6], s[6:9], s[0::3], s[1::3], s[2::3], s[0::4], s[2:7:2]]
    d = s.count("O") - s.count("X")
    o, x = "OOO" in lines, "XXX" in lines
    return d in (0, 1) and not (o and d == 0) and not (x and d == 1)