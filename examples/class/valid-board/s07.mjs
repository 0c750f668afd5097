// Play every game once and remember each board that was seen on the way.
const seen = new Set();

function over(cells) {
  const same = (a, b, c) => cells[a] !== '.' && cells[a] === cells[b] && cells[b] === cells[c];
  for (let k = 0; k < 3; k++) {
    if (same(3 * k, 3 * k + 1, 3 * k + 2) || same(k, k + 3, k + 6)) return true;
  }
  return same(0, 4, 8) || same(2, 4, 6);
}

function play(cells, mark) {
  if (seen.has(cells)) return;
  seen.add(cells);
  if (over(cells)) return;
  for (let k = 0; k < 9; k++) {
    if (cells[k] === '.') {
      play(cells.slice(0, k) + mark + cells.slice(k + 1), mark === 'O' ? 'X' : 'O');
    }
  }
}

export function solution(board) {
  if (seen.size === 0) play('.........', 'O');
  return seen.has(board.join('')) ? 1 : 0;
}
