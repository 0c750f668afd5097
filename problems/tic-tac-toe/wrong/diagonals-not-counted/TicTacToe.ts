export class TicTacToe {
    private board: number[][];

    constructor(public readonly n: number) {
        this.board = Array.from({ length: n }, () => Array<number>(n).fill(0));
    }

    move(row: number, col: number, player: number): number {
        this.board[row][col] = player;
        const full = (cells: number[]): boolean => cells.every((cell) => cell === player);
        if (full(this.board[row])) return player;
        if (full(this.board.map((r) => r[col]))) return player;
        return 0;
    }
}
