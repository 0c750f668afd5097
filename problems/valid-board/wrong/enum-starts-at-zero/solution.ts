enum Answer { Valid, Invalid }

const solution = (board: string[]): Answer => {
    const cells: string = board.reduce((a: string, b: string): string => a + b);
    const o: number = [...cells].filter((c) => c === 'O').length;
    const x: number = [...cells].filter((c) => c === 'X').length;
    const won = (p: string): boolean => {
        for (const [a, b, c] of [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]) {
            if (cells[a] === p && cells[b] === p && cells[c] === p) return true;
        }
        return false;
    };
    if (o !== x && o !== x + 1) return Answer.Invalid;
    if (won('O') && o === x) return Answer.Invalid;
    if (won('X') && o !== x) return Answer.Invalid;
    return Answer.Valid;
};
