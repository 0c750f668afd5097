type Mark = "O" | "X";

const LINES: readonly (readonly number[])[] = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], // rows
  [0, 3, 6], [1, 4, 7], [2, 5, 8], // columns
  [0, 4, 8], [2, 4, 6], // diagonals
];

function count(cells: string, mark: Mark): number {
  return cells.split(mark).length - 1;
}

function hasLine(cells: string, mark: Mark): boolean {
  return LINES.some((line) => line.every((index) => cells[index] === mark));
}

/** Returns 1 when the board can occur in a game that O begins, else 0. */
export function solution(board: string[]): number {
  const cells = board.join("");
  const lead = count(cells, "O") - count(cells, "X");
  if (lead !== 0 && lead !== 1) {
    return 0;
  }
  if (hasLine(cells, "O") && lead !== 1) { // O won, so O moved last
    return 0;
  }
  if (hasLine(cells, "X") && lead !== 0) { // X won, so X moved last
    return 0;
  }
  return 1;
}
