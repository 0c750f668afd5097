function TicTacToe(n) {
  this.n = n;
  this.board = [];
  for (let i = 0; i < n; i++) this.board.push(new Array(n).fill(0));
}

TicTacToe.prototype.move = function (row, col, player) {
  this.board[row][col] = player;
  let down = 0;
  let up = 0;
  for (let i = 0; i < this.n; i++) {
    let inRow = 0;
    let inColumn = 0;
    for (let j = 0; j < this.n; j++) {
      if (this.board[i][j] === player) inRow++;
      if (this.board[j][i] === player) inColumn++;
    }
    if (inRow === this.n || inColumn === this.n) return player;
    if (this.board[i][i] === player) down++;
    if (this.board[i][this.n - 1 - i] === player) up++;
  }
  return down === this.n || up === this.n ? player : 0;
};

module.exports = { TicTacToe };
