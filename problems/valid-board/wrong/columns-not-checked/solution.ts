type Player = 'O' | 'X';

export default function solution(board: string[]): number {
  const flat: string[] = board.join('').split('');
  const num = (p: Player): number => flat.filter((c: string) => c === p).length;
  const o = num('O');
  const x = num('X');
  if (x > o || o > x + 1) return 0;
  if (wins(board, 'O') && o === x) return 0;
  if (wins(board, 'X') && o > x) return 0;
  return 1;
}

function wins(board: string[], p: Player): boolean {
  const line = p.repeat(3);
  for (let i = 0; i < 3; i++) {
    if (board[i] === line) return true;
    // @ts-ignore
    if (board[0][i] == board[1][i] == board[2][i] == p) return true;
  }
  const d1 = board[0][0] + board[1][1] + board[2][2];
  const d2 = board[0][2] + board[1][1] + board[2][0];
  return d1 === line || d2 === line;
}
