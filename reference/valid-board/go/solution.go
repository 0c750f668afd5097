package main

import "strings"

var lines = [][3]int{
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
	{0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
	{0, 4, 8}, {2, 4, 6}, // diagonals
}

func hasLine(cells string, mark byte) bool {
	for _, line := range lines {
		if cells[line[0]] == mark && cells[line[1]] == mark && cells[line[2]] == mark {
			return true
		}
	}
	return false
}

// solution returns 1 when the board can occur in a game that O begins, else 0.
func solution(board []string) int {
	cells := strings.Join(board, "")
	lead := strings.Count(cells, "O") - strings.Count(cells, "X")
	switch {
	case lead < 0 || lead > 1:
		return 0
	case hasLine(cells, 'O') && lead != 1: // O won, so O moved last
		return 0
	case hasLine(cells, 'X') && lead != 0: // X won, so X moved last
		return 0
	}
	return 1
}
