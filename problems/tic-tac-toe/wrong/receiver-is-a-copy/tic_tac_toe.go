package main

type TicTacToe struct {
	n, diagonal, antiDiagonal int
	rows, cols                []int
}

func NewTicTacToe(n int) TicTacToe {
	return TicTacToe{n: n, rows: make([]int, n), cols: make([]int, n)}
}

func (t TicTacToe) Move(row int, col int, player int) int {
	mark := 1
	if player == 2 {
		mark = -1
	}
	t.rows[row] += mark
	t.cols[col] += mark
	if row == col {
		t.diagonal += mark
	}
	if row+col == t.n-1 {
		t.antiDiagonal += mark
	}
	full := mark * t.n
	if t.rows[row] == full || t.cols[col] == full || t.diagonal == full || t.antiDiagonal == full {
		return player
	}
	return 0
}
