package main

var (
	size               int
	rows, cols         []int
	diagonal, opposite int
)

type TicTacToe struct{}

func Constructor(n int) TicTacToe {
	size, rows, cols, diagonal, opposite = n, make([]int, n), make([]int, n), 0, 0
	return TicTacToe{}
}

func (this *TicTacToe) Move(row int, col int, player int) int {
	mark := 3 - 2*player
	rows[row] += mark
	cols[col] += mark
	if row == col {
		diagonal += mark
	}
	if row+col == size-1 {
		opposite += mark
	}
	full := mark * size
	if rows[row] == full || cols[col] == full || diagonal == full || opposite == full {
		return player
	}
	return 0
}
