class TicTacToe {
  constructor(n) {
    this.n = n;
    this.board = Array.from({ length: n }, () => new Array(n).fill(0));
  }

  move(row, col, player) {
    const { n, board } = this;
    board[row][col] = player;
    const won =
      board[row].every((mark) => mark === player) ||
      board.every((line) => line[col] === player) ||
      (row === col && board.every((line, i) => line[i] === player)) ||
      (row + col === n - 1 && board.every((line, i) => line[n - 1 - i] === player));
    return won ? player : 0;
  }
}

module.exports = TicTacToe;
