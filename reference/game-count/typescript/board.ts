export type Symbol = "X" | "O";

const EMPTY = "-";
const LINES: readonly (readonly number[])[] = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], // rows
  [0, 3, 6], [1, 4, 7], [2, 5, 8], // columns
  [0, 4, 8], [2, 4, 6], // diagonals
];

/** A 3 x 3 board, made from three strings over "X", "O" and "-". */
export class Board {
  private readonly cells: string;

  constructor(rows: readonly string[] = ["---", "---", "---"]) {
    this.cells = rows.join("");
  }

  hasWon(symbol: Symbol): boolean {
    return LINES.some((line) => line.every((index) => this.cells[index] === symbol));
  }

  /** Returns whether the board is full and nobody has won. */
  isDraw(): boolean {
    return !this.cells.includes(EMPTY) && !this.hasWon("X") && !this.hasWon("O");
  }

  isOver(): boolean {
    return this.hasWon("X") || this.hasWon("O") || this.isDraw();
  }

  /** Returns the boards after each possible move of symbol, row by row. */
  moves(symbol: Symbol): Board[] {
    const boards: Board[] = [];
    for (let index = 0; index < this.cells.length; index++) {
      if (this.cells[index] === EMPTY) {
        const cells = this.cells.slice(0, index) + symbol + this.cells.slice(index + 1);
        boards.push(new Board([cells.slice(0, 3), cells.slice(3, 6), cells.slice(6)]));
      }
    }
    return boards;
  }

  toString(): string {
    return [0, 3, 6].map((start) => this.cells.slice(start, start + 3) + "\n").join("");
  }
}
