// The game of sticks: whoever takes the last stick wins. The computer learns with bags of balls.
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

// A ball that was drawn: the number of sticks on its bag, and how many to take.
type ball struct{ sticks, move int }

var (
	bags  = map[int][]int{} // the moves on the balls, by the number of sticks
	drawn []ball
)

// getComputerMove returns how many sticks to take: all if that is allowed, else as many as a ball says.
func getComputerMove(sticksOnBoard int) int {
	if sticksOnBoard <= most {
		return sticksOnBoard
	}
	if bags[sticksOnBoard] == nil {
		bags[sticksOnBoard] = []int{1, 2, 3}
	}
	bag := bags[sticksOnBoard]
	move := bag[rand.Intn(len(bag))]
	drawn = append(drawn, ball{sticksOnBoard, move})
	return move
}

// gameOver puts one more ball of each kind in after a win; after a loss it takes it out, but never the last of a kind.
func gameOver(computerWon bool) {
	for _, one := range drawn {
		bag := bags[one.sticks]
		if computerWon {
			bags[one.sticks] = append(bag, one.move)
		} else if at := laterOf(bag, one.move); at > 0 {
			bags[one.sticks] = append(bag[:at], bag[at+1:]...)
		}
	}
	drawn = nil
}

// laterOf returns where a second ball with this move is in the bag, 0 if there is only one.
func laterOf(bag []int, move int) int {
	seen := false
	for at, other := range bag {
		if other == move && seen {
			return at
		}
		seen = seen || other == move
	}
	return 0
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
	rand.Seed(time.Now().UnixNano())
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
