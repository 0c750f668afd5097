# 틱택토 판 검사
# O가 먼저 시작하고, 한 줄이 완성되면 바로 끝난다

def count_mark(board, mark):
    # 판에 있는 mark의 개수를 센다
    total = 0
    for i in range(0, 3):
        for j in range(0, 3):
            if board[i][j] == mark:
                total = total + 1
    return total


def is_win(board, mark):
    # 가로
    if board[0][0] == mark and board[0][1] == mark and board[0][2] == mark:
        return True
    if board[1][0] == mark and board[1][1] == mark and board[1][2] == mark:
        return True
    if board[2][0] == mark and board[2][1] == mark and board[2][2] == mark:
        return True
    # 세로
    if board[0][0] == mark and board[1][0] == mark and board[2][0] == mark:
        return True
    if board[0][1] == mark and board[1][1] == mark and board[2][1] == mark:
        return True
    if board[0][2] == mark and board[1][2] == mark and board[2][2] == mark:
        return True
    # 대각선
    if board[0][0] == mark and board[1][1] == mark and board[2][2] == mark:
        return True
    if board[0][2] == mark and board[1][1] == mark and board[2][0] == mark:
        return True
    return False


def solution(board):
    answer = 1
    o_count = count_mark(board, "O")
    x_count = count_mark(board, "X")
    print("o:", o_count, "x:", x_count)   # 디버깅용

    # 개수가 이상한 경우
    if x_count > o_count:
        answer = 0
    elif o_count - x_count > 1:
        answer = 0

    # O가 이겼는데 X가 더 둔 경우
    if is_win(board, "O") == True:
        if o_count == x_count:
            answer = 0

    # X가 이겼는데 O가 더 둔 경우
    if is_win(board, "X") == True:
        if o_count != x_count:
            answer = 0

    return answer
