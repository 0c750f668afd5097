// The game of sticks: whoever takes the last stick wins.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const (
	sticksAtStart = 10
	most          = 3
)

var games int

// getComputerMove returns how many sticks to take: two, if it can't win at once.
func getComputerMove(sticksOnBoard int) int {
	if sticksOnBoard <= most {
		return sticksOnBoard
	}
	return 2
}

// gameOver counts the games.
func gameOver(computerWon bool) {
	games++
}

// askPerson asks until the answer is a number of sticks that may be taken; 0 when the input has ended.
func askPerson(lines *bufio.Scanner, sticksOnBoard int) int {
	for {
		fmt.Printf("How many sticks do you take (1-%d)? ", most)
		if !lines.Scan() {
			return 0
		}
		sticks, err := strconv.Atoi(strings.TrimSpace(lines.Text()))
		if err == nil && sticks >= 1 && sticks <= most && sticks <= sticksOnBoard {
			return sticks
		}
		fmt.Println("You cannot take that.")
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	sticks := sticksAtStart
	winner := ""
	fmt.Printf("There are %d sticks on the table. Whoever takes the last one wins.\n", sticks)
	for personsTurn := true; sticks > 0; personsTurn = !personsTurn {
		if personsTurn {
			taken := askPerson(lines, sticks)
			if taken == 0 {
				fmt.Println("\nThe input has ended. Goodbye!")
				return
			}
			sticks -= taken
			winner = "You win!"
		} else {
			taken := getComputerMove(sticks)
			fmt.Printf("The computer takes %d.\n", taken)
			sticks -= taken
			winner = "The computer wins!"
		}
		fmt.Printf("Sticks left: %d\n", sticks)
	}
	gameOver(winner == "The computer wins!")
	fmt.Println(winner)
}
