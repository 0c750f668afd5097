function solution(board) {
    var answer = 1;
    var o = 0, x = 0;
    for (var i = 0; i < 3; i++) {
        for (var j = 0; j < 3; j++) {
            if (board[i][j] === 'O') o++;
            if (board[i][j] === 'X') x++;
        }
    }
    // X first
    if (!(x === o || x === o + 1)) answer = 0;
    if (isWin(board, 'X') && x !== o + 1) answer = 0;
    if (isWin(board, 'O') && x !== o) answer = 0;
    return answer;
}

function isWin(board, c) {
    for (var i = 0; i < 3; i++) {
        if (board[i] === c + c + c) return true;
        if (board[0][i] === c && board[1][i] === c && board[2][i] === c) return true;
    }
    if (board[1][1] !== c) return false;
    if (board[0][0] === c && board[2][2] === c) return true;
    return board[0][2] === c && board[2][0] === c;
}
