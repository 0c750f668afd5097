class TicTacToe {
  constructor(n) {
    this.n = n;
    this.rows = Array(n).fill(0);
    this.cols = Array(n).fill(0);
  }

  move(row, col, player) {
    const v = player === 1 ? 1 : -1;
    this.rows[row] += v;
    this.cols[col] += v;
    if (Math.abs(this.rows[row]) === this.n || Math.abs(this.cols[col] === this.n) {
      return player;
    }
    return 0;
  }
}
