type Cell = 'X' | 'O' | '-';
interface Line { a: number; b: number; c: number }

const lines: Line[] = [
    { a: 0, b: 1, c: 2 }, { a: 3, b: 4, c: 5 }, { a: 6, b: 7, c: 8 },
    { a: 0, b: 3, c: 6 }, { a: 1, b: 4, c: 7 }, { a: 2, b: 5, c: 8 },
    { a: 0, b: 4, c: 8 }, { a: 2, b: 4, c: 6 },
];

function winner(cells: Cell[]): Cell | undefined {
    for (const { a, b, c } of lines) {
        if (cells[a] !== '-' && cells[a] === cells[b] && cells[b] === cells[c]) return cells[a];
    }
    return undefined;
}

function count(cells: Cell[], turn: Cell): number {
    if (winner(cells)) return 1;
    let sum = 0;
    cells.forEach((cell, i) => {
        if (cell === '-') {
            const next = [...cells];
            next[i] = turn;
            sum += count(next, turn === 'X' ? 'O' : 'X');
        }
    });
    return sum;
}

export function countGames(board: string[], symbol: string): number {
    return count([...board.join('')] as Cell[], symbol as Cell);
}
