type Player = "X" | "O";

export class Board {
    constructor(public readonly rows: string[] = ["---", "---", "---"]) {}

    hasWon(p: Player): boolean {
        const r = this.rows;
        const ppp = p + p + p;
        const columns = [0, 1, 2].map((i) => r[0][i] + r[1][i] + r[2][i]);
        const diagonals = [r[0][0] + r[1][1] + r[2][2], r[0][2] + r[1][1] + r[2][0]];
        return [...r, ...columns, ...diagonals].includes(ppp);
    }

    isDraw(): boolean {
        return this.full() && !this.hasWon("X") && !this.hasWon("O");
    }

    isOver(): boolean {
        return this.full() || this.hasWon("X") || this.hasWon("O");
    }

    full(): boolean {
        return this.rows.every((row) => !row.includes("-"));
    }

    moves(p: Player): Board[] {
        const found: Board[] = [];
        this.rows.forEach((row, i) => {
            [...row].forEach((cell, j) => {
                if (cell === "-") {
                    const next = this.rows.slice();
                    next[i] = row.slice(0, j) + p + row.slice(j + 1);
                    found.push(new Board(next));
                }
            });
        });
        return found;
    }

    toString(): string {
        return this.rows.map((row) => row + "\n").join("");
    }
}

export function countGames(board: Board, p: Player): number {
    if (board.full()) return 1;
    let games = 0;
    for (const next of board.moves(p)) games += countGames(next, p === "X" ? "O" : "X");
    return games;
}

if (require.main === module) console.log(countGames(new Board(), "X"));
