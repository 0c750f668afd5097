// The game of sticks: whoever takes the last stick wins.
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

var random = rand.New(rand.NewSource(time.Now().UnixNano()))

// getComputerMove returns how many sticks to take: the winning move if there is one.
func getComputerMove(sticksOnBoard int) int {
	if winning := sticksOnBoard % (most + 1); winning > 0 {
		return winning
	}
	return 1 + random.Intn(most)
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
