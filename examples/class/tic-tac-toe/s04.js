// 井字棋 n×n，每步检查经过该格的所有直线
export default class TicTacToe {
  #grid;
  #n;

  constructor(n) {
    this.#n = n;
    this.#grid = Array.from({ length: n }, () => new Array(n).fill(0));
  }

  move(row, col, player) {
    const n = this.#n;
    const grid = this.#grid;
    grid[row][col] = player;
    let r = true, c = true, d = true, a = true;
    for (let i = 0; i < n; i++) {
      r &&= grid[row][i] === player;
      c &&= grid[i][col] === player;
      d &&= grid[i][i] === player;
      a &&= grid[i][n - 1 - i] === player;
    }
    return r || c || d || a ? player : 0;
  }
}
