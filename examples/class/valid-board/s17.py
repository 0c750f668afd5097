LINES = [[(r, c) for c in range(3)] for r in range(3)] + \
        [[(r, c) for r in range(3)] for c in range(3)] + \
        [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
    
    
def solution(board):
    cnt = {}
    for row in board:
        for ch in row:
            cnt[ch] = cnt.get(ch, 0) + 1
    
    played = 9 - cnt["."]
    o = cnt.get("O", 0)
    # O plays moves 1, 3, 5, ... so O has half of them, rounded up
    if o != (played + 1) // 2:
        return 0
    
    def line(mark): 
        return any(all(board[r][c] == mark for r, c in ln) for ln in LINES)
    
    if line("O") and played % 2 == 0:
        return 0
    if line("X") and played % 2 == 1:
        return 0
    return 1 
