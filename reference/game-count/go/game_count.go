package main

import (
	"fmt"
	"strings"
)

const empty = '-'

var lines = [][3]int{
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
	{0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
	{0, 4, 8}, {2, 4, 6}, // diagonals
}

// Board is a 3 x 3 board over "X", "O" and "-".
type Board struct {
	cells [9]byte
}

// NewBoard makes a board from three strings, or an empty one from nothing.
func NewBoard(rows ...string) *Board {
	if len(rows) == 0 {
		rows = []string{"---", "---", "---"}
	}
	board := &Board{}
	copy(board.cells[:], strings.Join(rows, ""))
	return board
}

// HasWon says whether this symbol has three in a line.
func (board *Board) HasWon(symbol string) bool {
	for _, line := range lines {
		mark := symbol[0]
		if board.cells[line[0]] == mark && board.cells[line[1]] == mark && board.cells[line[2]] == mark {
			return true
		}
	}
	return false
}

func (board *Board) isFull() bool {
	return !strings.ContainsRune(string(board.cells[:]), empty)
}

// IsDraw says whether the board is full and nobody has won.
func (board *Board) IsDraw() bool {
	return board.isFull() && !board.HasWon("X") && !board.HasWon("O")
}

// IsOver says whether nobody can move any more.
func (board *Board) IsOver() bool {
	return board.isFull() || board.HasWon("X") || board.HasWon("O")
}

// Moves returns the boards after each possible move of symbol, row by row.
func (board *Board) Moves(symbol string) []*Board {
	var boards []*Board
	for index, cell := range board.cells {
		if cell == empty {
			next := *board
			next.cells[index] = symbol[0]
			boards = append(boards, &next)
		}
	}
	return boards
}

func (board *Board) String() string {
	text := ""
	for start := 0; start < 9; start += 3 {
		text += string(board.cells[start:start+3]) + "\n"
	}
	return text
}

// CountGames returns in how many ways the game can go on; symbol is the one to move.
func CountGames(board *Board, symbol string) int {
	if board.IsOver() {
		return 1
	}
	other := "X"
	if symbol == "X" {
		other = "O"
	}
	games := 0
	for _, next := range board.Moves(symbol) {
		games += CountGames(next, other)
	}
	return games
}

func main() {
	fmt.Printf("There are %d games of tic-tac-toe.\n", CountGames(NewBoard(), "X"))
}
