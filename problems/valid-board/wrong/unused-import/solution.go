package main

import (
	"fmt"
	"strings"
)

func solution(board []string) int {
	cells := strings.Join(board, "")
	lead := strings.Count(cells, "O") - strings.Count(cells, "X")
	if lead < 0 || lead > 1 || won(board, 'O') && lead == 0 || won(board, 'X') && lead == 1 {
		return 0
	}
	return 1
}

func won(b []string, m byte) bool {
	for i := 0; i < 3; i++ {
		if b[i][0] == m && b[i][1] == m && b[i][2] == m || b[0][i] == m && b[1][i] == m && b[2][i] == m {
			return true
		}
	}
	return b[1][1] == m && (b[0][0] == m && b[2][2] == m || b[0][2] == m && b[2][0] == m)
}
