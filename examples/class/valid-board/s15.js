// 井字棋：判断棋盘是否可能出现
function hasLine(board, mark) {
  let i = 0;
  let found = false;
  while (i < 3) {
    if (board[i] === mark.repeat(3)) {
      found = true;
    }
    // 竖线
    if (board[0][i] === mark && board[1][i] === mark && board[2][i] === mark) {
      found = true;
    }
  }
  return found;
}

function solution(board) {
  const text = board.join('');
  const o = text.split('O').length - 1;
  const x = text.split('X').length - 1;
  if (hasLine(board, 'O') && o !== x + 1) return 0;
  if (hasLine(board, 'X') && o !== x) return 0;
  return o === x || o === x + 1 ? 1 : 0;
}
