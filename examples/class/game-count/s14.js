class Board {
	constructor(rows) {
		const r = rows || ['---', '---', '---'];
		this.c = (r[0] + r[1] + r[2]).split('');
	}
	hasWon(s) {
		const c = this.c;
		const l = (a, b, d) => c[a] === s && c[b] === s && c[d] === s;
		return l(0, 1, 2) || l(3, 4, 5) || l(6, 7, 8) || l(0, 3, 6) || l(1, 4, 7) || l(2, 5, 8) || l(0, 4, 8) || l(2, 4, 6);
	}
	isDraw() {
		return !this.c.includes('-') && !this.hasWon('X') && !this.hasWon('O');
	}
	isOver() {
		return !this.c.includes('-') || this.hasWon('X') || this.hasWon('O');
	}
	moves(s) {
		const list = [];
		for (let i = 0; i < 9; i++) {
			if (this.c[i] === '-') {
				this.c[i] = s;
				list.push(this);
				this.c[i] = '-';
			}
		}
		return list;
	}
	toString() {
		const c = this.c;
		return c.slice(0, 3).join('') + '\n' + c.slice(3, 6).join('') + '\n' + c.slice(6).join('') + '\n';
	}
}

function countGames(board, symbol) {
	if (board.isOver()) return 1;
	let sum = 0;
	// 직접 두고 되돌리기
	for (let i = 0; i < 9; i++) {
		if (board.c[i] !== '-') continue;
		board.c[i] = symbol;
		sum += countGames(board, symbol === 'X' ? 'O' : 'X');
		board.c[i] = '-';
	}
	return sum;
}

console.log('전체 게임 수', countGames(new Board(), 'X'));
