type Symbol = "X" | "O";

const EMPTY = "-";
const LINES: readonly (readonly number[])[] = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], // rows
  [0, 3, 6], [1, 4, 7], [2, 5, 8], // columns
  [0, 4, 8], [2, 4, 6], // diagonals
];

function hasWon(cells: readonly string[], symbol: Symbol): boolean {
  return LINES.some((line) => line.every((index) => cells[index] === symbol));
}

/** Counts the games that go on from these nine cells. */
function countFrom(cells: string[], symbol: Symbol): number {
  const other: Symbol = symbol === "X" ? "O" : "X";
  if (hasWon(cells, other) || !cells.includes(EMPTY)) { // other moved last
    return 1;
  }
  let games = 0;
  for (let index = 0; index < cells.length; index++) {
    if (cells[index] === EMPTY) {
      cells[index] = symbol;
      games += countFrom(cells, other);
      cells[index] = EMPTY;
    }
  }
  return games;
}

/** Returns in how many ways the game can go on; symbol is the one to move. */
export const countGames = (board: string[], symbol: Symbol): number => countFrom([...board.join("")], symbol);
