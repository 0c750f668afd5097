type Cell = 0 | 1 | 2;

class TicTacToe {
    grid: Cell[][];

    constructor(private size: number) {
        this.grid = new Array<Cell[]>(size).fill(new Array<Cell>(size).fill(0));
    }

    public move(row: number, col: number, player: Cell): Cell {
        this.grid[row][col] = player;
        let r = true, c = true, d = true, a = true;
        for (let i = 0; i < this.size; i++) {
            if (this.grid[row][i] !== player) r = false;
            if (this.grid[i][col] !== player) c = false;
            if (this.grid[i][i] !== player) d = false;
            if (this.grid[i][this.size - 1 - i] !== player) a = false;
        }
        return r || c || d || a ? player : 0;
    }
}

export default TicTacToe;
