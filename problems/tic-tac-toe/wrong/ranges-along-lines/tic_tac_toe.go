package main

type TicTacToe struct {
	board [][]int
}

func NewTicTacToe(n int) *TicTacToe {
	game := &TicTacToe{}
	for i := 0; i < n; i++ {
		game.board = append(game.board, make([]int, n))
	}
	return game
}

func (game *TicTacToe) Move(row, col, player int) int {
	n := len(game.board)
	game.board[row][col] = player
	inRow, inColumn, onDiagonal, onAntiDiagonal := 0, 0, 0, 0
	for i, line := range game.board {
		if game.board[row][i] == player {
			inRow++
		}
		if line[col] == player {
			inColumn++
		}
		if line[i] == player {
			onDiagonal++
		}
		if line[n-1-i] == player {
			onAntiDiagonal++
		}
	}
	if inRow == n || inColumn == n || onDiagonal == n || onAntiDiagonal == n {
		return player
	}
	return 0
}
