class TicTacToe {
    constructor(n) {
        this.n = n;
        this.board = [];
        for (let i = 0; i < n; i++) {
            this.board.push(new Array(n).fill(0));
        }
    }

    move(row, col, player) {
        this.board[row][col] = player;
        let count = 0;
        let i = 0;
        while (i < this.n) {
            if (this.board[row][i] === player) {
                count++;
            }
        }
        if (count === this.n) {
            return player;
        }
        return 0;
    }
}

module.exports = { TicTacToe };
