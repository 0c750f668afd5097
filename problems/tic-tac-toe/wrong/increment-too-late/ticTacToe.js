var TicTacToe = function(n) {
    this.n = n;
    this.rows = [new Array(n).fill(0), new Array(n).fill(0)];
    this.cols = [new Array(n).fill(0), new Array(n).fill(0)];
    this.diag = [0, 0];
    this.anti = [0, 0];
};

TicTacToe.prototype.move = function(row, col, player) {
    var p = player - 1;
    var win = false;
    if (this.rows[p][row]++ === this.n) win = true;
    if (this.cols[p][col]++ === this.n) win = true;
    if (row === col && this.diag[p]++ === this.n) win = true;
    if (row + col === this.n - 1 && this.anti[p]++ === this.n) win = true;
    return win ? player : 0;
};

module.exports = TicTacToe;
