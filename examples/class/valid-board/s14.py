def solution(board):
    flat = board[0] + board[1] + board[2]
    o = flat.count("O")
    x = flat.count("X")
    trips = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    o_win = any(flat[a] == flat[b] == flat[c] == "O" for a, b, c in trips)
    x_win = any(flat[a] == flat[b] == flat[c] == "X" for a, b, c in trips)
    if o - x not in (0, 1) or (o_win and o == x) or (x_win and o != x):
        print(0)
    else:
        print(1)
