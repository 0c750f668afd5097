type Player = 1 | 2;

/**
 * A game on an n x n board.
 *
 * Each line has one number: the marks of player 1 in it minus those of
 * player 2. A line is full of one player's marks when it reaches n or -n.
 */
export class TicTacToe {
  private readonly rows: number[];
  private readonly cols: number[];
  private diagonal = 0;
  private antiDiagonal = 0;

  constructor(private readonly n: number) {
    this.rows = new Array<number>(n).fill(0);
    this.cols = new Array<number>(n).fill(0);
  }

  /** Places a mark; returns the player if this move wins, else 0. */
  move(row: number, col: number, player: Player): Player | 0 {
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
