function check(board, m) {
    for (var i = 0; i < 3; i++) {
        if (board[i][0] == m && board[i][1] == m && board[i][2] == m) return true;
        if (board[0][i] != m && board[1][i] != m && board[2][i] != m) return true;
    }
    if (board[0][0] == m && board[1][1] == m && board[2][2] == m) return true;
    if (board[0][2] == m && board[1][1] == m && board[2][0] == m) return true;
    return false;
}

function solution(board) {
    var o = board.join("").split("O").length - 1;
    var x = board.join("").split("X").length - 1;
    if (x > o || o - x > 1) return 0;
    if (check(board, "O") && o == x) return 0;
    if (check(board, "X") && o > x) return 0;
    return 1;
}