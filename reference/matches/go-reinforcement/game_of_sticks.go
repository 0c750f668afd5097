// The game of sticks: whoever takes the last stick wins. What has won is played more often.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	sticksAtStart = 10
	most          = 3
)

var (
	moves = map[int][]int{} // those to choose from, by the number of sticks
	made  = map[int]int{}   // those of this game

	random = rand.New(rand.NewSource(time.Now().UnixNano()))
)

// getComputerMove returns how many sticks to take: all if that is allowed, else what has won more often more often.
func getComputerMove(sticksOnBoard int) int {
	if sticksOnBoard <= most {
		return sticksOnBoard
	}
	if moves[sticksOnBoard] == nil {
		moves[sticksOnBoard] = []int{1, 2, 3}
	}
	known := moves[sticksOnBoard]
	move := known[random.Intn(len(known))]
	made[sticksOnBoard] = move
	return move
}

// gameOver adds the moves of a game that was won to those to choose from.
func gameOver(computerWon bool) {
	if computerWon {
		for sticks, move := range made {
			moves[sticks] = append(moves[sticks], move)
		}
	}
	made = map[int]int{}
}

// askPerson asks until the answer is a number of sticks that may be taken.
func askPerson(lines *bufio.Scanner, sticksOnBoard int) int {
	for {
		fmt.Printf("How many sticks do you take (1-%d)? ", most)
		if !lines.Scan() {
			panic("the input has ended")
		}
		sticks, err := strconv.Atoi(strings.TrimSpace(lines.Text()))
		if err == nil && sticks >= 1 && sticks <= most && sticks <= sticksOnBoard {
			return sticks
		}
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	sticks := sticksAtStart
	personsTurn := true
	for sticks > 0 {
		var taken int
		if personsTurn {
			taken = askPerson(lines, sticks)
		} else {
			taken = getComputerMove(sticks)
		}
		sticks -= taken
		fmt.Printf("%d taken. Sticks left: %d\n", taken, sticks)
		personsTurn = !personsTurn
	}
	if personsTurn {
		fmt.Println("The computer wins!")
	} else {
		fmt.Println("You win!")
	}
}
