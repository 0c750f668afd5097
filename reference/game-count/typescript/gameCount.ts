import { Board, type Symbol } from "./board";

/** Returns in how many ways the game can go on; symbol is the one to move. */
export function countGames(board: Board, symbol: Symbol): number {
  if (board.isOver()) {
    return 1;
  }
  const other: Symbol = symbol === "X" ? "O" : "X";
  return board.moves(symbol).reduce((games, next) => games + countGames(next, other), 0);
}

export { Board };

if (require.main === module) {
  console.log(`There are ${countGames(new Board(), "X")} games of tic-tac-toe.`);
}
