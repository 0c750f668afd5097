package main

import "strings"

var lines = [][3]int{
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
	{0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
	{0, 4, 8}, {2, 4, 6}, // diagonals
}

func hasWon(cells []byte, symbol byte) bool {
	for _, line := range lines {
		if cells[line[0]] == symbol && cells[line[1]] == symbol && cells[line[2]] == symbol {
			return true
		}
	}
	return false
}

// countFrom counts the games that go on from these nine cells.
func countFrom(cells []byte, symbol byte) int {
	other := byte('X')
	if symbol == 'X' {
		other = 'O'
	}
	if hasWon(cells, other) { // other moved last
		return 1
	}
	for index, cell := range cells {
		if cell == '-' {
			cells[index] = symbol
			return 1 + countFrom(cells, other)
		}
	}
	return 1
}

// countGames returns in how many ways the game can go on; symbol is the one to move.
func countGames(board []string, symbol string) int {
	return countFrom([]byte(strings.Join(board, "")), symbol[0])
}
