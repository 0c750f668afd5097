const WIN = [7, 56, 448, 73, 146, 292, 273, 84];
const won = (m) => WIN.some((w) => (m & w) === w);

// me = the marks of the player to move, you = the other's
function walk(me, you) {
  if (won(you)) return 1;
  const free = ~(me | you) & 511;
  if (!free) return 1;
  let n = 0;
  for (let rest = free; rest; rest &= rest - 1) {
    n += walk(you, me | (rest & -rest));
  }
  return n;
}

exports.countGames = function (board, symbol) {
  let me = 0, you = 0;
  [...board.join('')].forEach((c, i) => {
    if (c === symbol) me |= 1 << i;
    else if (c !== '-') you |= 1 << i;
  });
  return walk(me, you);
};
