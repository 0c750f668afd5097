const lines = (b) => [
  ...b,
  b[0][0] + b[1][0] + b[2][0],
  b[0][1] + b[1][1] + b[2][1],
  b[0][2] + b[1][2] + b[2][2],
  b[0][0] + b[1][1] + b[2][2],
  b[0][2] + b[1][1] + b[2][0],
];

function solution(board) {
  let oCount = 0;
  let xCount = 0;
  for (const c of board.join("")) {
    if (c === "O") oCount += 1;
    if (c === "X") xCount += 1;
  }
  if (oCount < xCount || oCount > xCount + 1) return 0;
  if (lines(board).includes("OOO")) {
    // two lines of different marks never pass here, O must be one ahead
    return oCount === xCount + 1 && !lines(board).includes("XXX") ? 1 : 0;
  }
  if (lines(board).includes("XXX")) {
    return oCount === xCuont ? 1 : 0;
  }
  return 1;
}

module.exports = { solution };
