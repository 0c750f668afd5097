const EMPTY = "-";
const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], // rows
  [0, 3, 6], [1, 4, 7], [2, 5, 8], // columns
  [0, 4, 8], [2, 4, 6], // diagonals
];

/** A 3 x 3 board, made from three strings over "X", "O" and "-". */
class Board {
  constructor(rows = ["---", "---", "---"]) {
    this.cells = rows.join("");
  }

  hasWon(symbol) {
    return LINES.some((line) => line.every((index) => this.cells[index] === symbol));
  }

  /** Returns whether the board is full and nobody has won. */
  isDraw() {
    return !this.cells.includes(EMPTY) && !this.hasWon("X") && !this.hasWon("O");
  }

  isOver() {
    return this.hasWon("X") || this.hasWon("O") || this.isDraw();
  }

  /** Returns the boards after each possible move of symbol, row by row. */
  moves(symbol) {
    const boards = [];
    for (let index = 0; index < this.cells.length; index++) {
      if (this.cells[index] === EMPTY) {
        const cells = this.cells.slice(0, index) + symbol + this.cells.slice(index + 1);
        boards.push(new Board([cells.slice(0, 3), cells.slice(3, 6), cells.slice(6)]));
      }
    }
    return boards;
  }

  toString() {
    return [0, 3, 6].map((start) => this.cells.slice(start, start + 3) + "\n").join("");
  }
}

/** Returns in how many ways the game can go on; symbol is the one to move. */
function countGames(board, symbol) {
  if (board.isOver()) {
    return 1;
  }
  const other = symbol === "X" ? "O" : "X";
  let games = 0;
  for (const next of board.moves(symbol)) {
    games += countGames(next, other);
  }
  return games;
}

if (require.main === module) {
  console.log(`There are ${countGames(new Board(), "X")} games of tic-tac-toe.`);
}

module.exports = { Board, countGames };
