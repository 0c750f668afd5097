"use strict";

class Board {
  constructor(rows = ["---", "---", "---"]) {
    this.rows = rows.map((r) => r.split(""));
  }

  hasWon(symbol) {
    const r = this.rows;
    const idx = [0, 1, 2];
    return (
      idx.some((i) => idx.every((j) => r[i][j] === symbol)) ||
      idx.some((j) => idx.every((i) => r[i][j] === symbol)) ||
      idx.every((i) => r[i][i] === symbol) ||
      idx.every((i) => r[i][2 - i] === symbol)
    );
  }

  isFull() {
    return this.rows.every((row) => !row.includes("-"));
  }

  isDraw() {
    return this.isFull() && !this.hasWon("X") && !this.hasWon("O");
  }

  isOver() {
    return this.isFull() || this.hasWon("X") || this.hasWon("O");
  }

  moves(symbol) {
    const out = [];
    this.rows.forEach((row, i) => {
      row.forEach((cell, j) => {
        if (cell !== "-") return;
        const next = new Board(this.rows.map((r) => r.join("")));
        next.rows[i][j] = symbol;
        out.push(next);
      });
    });
    return out;
  }

  toString() {
    return this.rows.map((r) => r.join("") + "\n").join("");
  }
}

function countGames(board, symbol) {
  if (board.isOver()) return 1;
  const next = symbol === "X" ? "O" : "X";
  return board.moves(symbol).reduce((n, b) => n + countGames(b, next), 0);
}

module.exports = { Board, countGames };

if (require.main === module) {
  console.log(`games: ${countGames(new Board(), "X")}`);
}
