class TicTacToe {
  constructor(n) {
    this.n = n;
    this.rows = [null, new Array(n).fill(0), new Array(n).fill(0)];
    this.cols = [null, new Array(n).fill(0), new Array(n).fill(0)];
    this.d1 = [0, 0, 0];
    this.d2 = [0, 0, 0];
  }

  move(row, col, player) {
    let winner = 0;
    if (this.rows[player][row]++ === this.n) winner = player;
    if (this.cols[player][col]++ === this.n) winner = player;
    if (row === col && this.d1[player]++ === this.n) winner = player;
    if (row + col === this.n - 1 && this.d2[player]++ === this.n) winner = player;
    return winner;
  }
}

module.exports = { TicTacToe };
