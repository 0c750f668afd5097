export class TicTacToe {
  private readonly board: number[][];

  constructor(private readonly n: number) {
    this.board = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  }

  move(row: number, col: number, player: number): number {
    this.board[row][col] = player;
    let inRow = true;
    let inColumn = true;
    let onDiagonal = true;
    let onAntiDiagonal = true;
    for (let i = 0; i < this.n; i++) {
      inRow = inRow && this.board[row][i] === player;
      inColumn = inColumn && this.board[i][col] === player;
      onDiagonal = onDiagonal && this.board[i][i] === player;
      onAntiDiagonal = onAntiDiagonal && this.board[i][this.n - 1 - i] === player;
    }
    return inRow || inColumn || onDiagonal || onAntiDiagonal ? player : 0;
  }
}
