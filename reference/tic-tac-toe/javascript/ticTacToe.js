/**
 * A game on an n x n board.
 *
 * Each line has one number: the marks of player 1 in it minus those of
 * player 2. A line is full of one player's marks when it reaches n or -n.
 */
class TicTacToe {
  constructor(n) {
    this.n = n;
    this.rows = new Array(n).fill(0);
    this.cols = new Array(n).fill(0);
    this.diagonal = 0;
    this.antiDiagonal = 0;
  }

  /** Places a mark; returns the player if this move wins, else 0. */
  move(row, col, player) {
    const mark = player === 1 ? 1 : -1;
    this.rows[row] += mark;
    this.cols[col] += mark;
    if (row === col) {
      this.diagonal += mark;
    }
    if (row + col === this.n - 1) {
      this.antiDiagonal += mark;
    }

    const lines = [this.rows[row], this.cols[col], this.diagonal, this.antiDiagonal];
    return lines.includes(mark * this.n) ? player : 0;
  }
}

module.exports = { TicTacToe };
