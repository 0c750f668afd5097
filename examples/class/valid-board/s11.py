# X zaczyna, potem O na zmiane

def wygrana(p, z):
    for i in range(3):
        if p[i][0] == p[i][1] == p[i][2] == z or p[0][i] == p[1][i] == p[2][i] == z:
            return True
    return p[0][0] == p[1][1] == p[2][2] == z or p[0][2] == p[1][1] == p[2][0] == z


def solution(board):
    ile_x = sum(w.count("X") for w in board)
    ile_o = sum(w.count("O") for w in board)
    if ile_x - ile_o not in [0, 1]:
        return 0
    if wygrana(board, "X") and ile_x == ile_o:
        return 0
    if wygrana(board, "O") and ile_x != ile_o:
        return 0
    return 1
