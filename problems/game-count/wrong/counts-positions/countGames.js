function win(board, s) {
    const lines = [
        [0, 1, 2], [3, 4, 5], [6, 7, 8],
        [0, 3, 6], [1, 4, 7], [2, 5, 8],
        [0, 4, 8], [2, 4, 6]
    ];
    const all = board.join('');
    for (const [a, b, c] of lines) {
        if (all[a] === s && all[b] === s && all[c] === s) {
            return true;
        }
    }
    return false;
}

function countGames(board, symbol) {
    let count = 1;
    if (win(board, 'X') || win(board, 'O')) {
        return count;
    }
    for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
            if (board[i][j] === '-') {
                const next = board.slice();
                next[i] = board[i].slice(0, j) + symbol + board[i].slice(j + 1);
                count += countGames(next, symbol === 'X' ? 'O' : 'X');
            }
        }
    }
    return count;
}

module.exports = { countGames };
