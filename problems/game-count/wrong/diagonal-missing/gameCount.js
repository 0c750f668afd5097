class Board {
    constructor(rows = ['---', '---', '---']) {
        this.rows = rows;
    }

    hasWon(s) {
        const b = this.rows;
        const sss = s + s + s;
        for (let i = 0; i < 3; i++) {
            if (b[i] === sss) return true;
            if (b[0][i] + b[1][i] + b[2][i] === sss) return true;
        }
        if (b[0][0] + b[1][1] + b[2][2] === sss) return true;
        return false;
    }

    isFull() {
        return !this.rows.join('').includes('-');
    }

    isDraw() {
        return this.isFull() && !this.hasWon('X') && !this.hasWon('O');
    }

    isOver() {
        return this.isFull() || this.hasWon('X') || this.hasWon('O');
    }

    moves(s) {
        const result = [];
        for (let r = 0; r < 3; r++) {
            for (let c = 0; c < 3; c++) {
                if (this.rows[r][c] === '-') {
                    const copy = [...this.rows];
                    copy[r] = copy[r].substring(0, c) + s + copy[r].substring(c + 1);
                    result.push(new Board(copy));
                }
            }
        }
        return result;
    }

    toString() {
        return this.rows.join('\n') + '\n';
    }
}

function countGames(board, s) {
    if (board.isOver()) return 1;
    return board.moves(s)
        .map(b => countGames(b, s === 'X' ? 'O' : 'X'))
        .reduce((a, b) => a + b, 0);
}

if (require.main === module) {
    console.log(countGames(new Board(), 'X'));
}

module.exports = { Board, countGames };
