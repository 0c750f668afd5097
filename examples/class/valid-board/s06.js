'use strict';

const WINS = [0b111000000, 0b000111000, 0b000000111, 0b100100100,
              0b010010010, 0b001001001, 0b100010001, 0b001010100];

function bits(board, mark) {
  let mask = 0;
  for (const ch of board.join('')) mask = (mask << 1) | (ch === mark ? 1 : 0);
  return mask;
}

function popcount(mask) {
  let n = 0;
  for (; mask; mask &= mask - 1) n++;
  return n;
}

function solution(board) {
  const o = bits(board, 'O');
  const x = bits(board, 'X');
  const extra = popcount(o) - popcount(x);
  const oLine = WINS.some((w) => (o & w) === w);
  const xLine = WINS.some((w) => (x & w) === w);
  if (extra === 0) return oLine ? 0 : 1;
  if (extra === 1) return xLine ? 0 : 1;
  return 0;
}

module.exports = solution;
