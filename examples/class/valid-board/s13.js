function solution(board) {
	let answer = 1;
	let o = 0, x = 0;
	for (const row of board) {
		for (const c of row) {
			if (c === 'O') o++;
			if (c === 'X') x++;
		}
	}
	const bingo = (m) => {
		// 가로 세로
		for (let i = 0; i < 3; i++) {
			if (board[i] === m + m + m) return true;
			if (board[0][i] === m && board[1][i] === m && board[2][i] === m) return true;
		}
		// 대각선
		let left = 0, right = 0;
		for (let i = 0; i < 3; i++) {
			if (board[i][i] === m) left++;
			if (board[2-i][2-i] === m) right++;
		}
		return left === 3 || right === 3;
	};
	if (o < x || o > x + 1) answer = 0;
	if (bingo('O') && o !== x + 1) answer = 0;
	if (bingo('X') && o !== x) answer = 0;
	return answer;
}
