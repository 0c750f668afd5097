package main

// TicTacToe is a game on an n x n board.
//
// Each line has one number: the marks of player 1 in it minus those of player 2. A line is full of one player's marks
// when it reaches n or -n.
type TicTacToe struct {
	n            int
	rows, cols   []int
	diagonal     int
	antiDiagonal int
}

// NewTicTacToe makes an empty board.
func NewTicTacToe(n int) *TicTacToe {
	return &TicTacToe{n: n, rows: make([]int, n), cols: make([]int, n)}
}

// Move places a mark; it returns the player if this move wins, else 0.
func (game *TicTacToe) Move(row, col, player int) int {
	mark := 1
	if player == 2 {
		mark = -1
	}
	game.rows[row] += mark
	game.cols[col] += mark
	if row == col {
		game.diagonal += mark
	}
	if row+col == game.n-1 {
		game.antiDiagonal += mark
	}
	for _, line := range []int{game.rows[row], game.cols[col], game.diagonal, game.antiDiagonal} {
		if line == mark*game.n {
			return player
		}
	}
	return 0
}
