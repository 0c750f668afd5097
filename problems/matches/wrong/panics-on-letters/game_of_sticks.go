package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

func getComputerMove(sticksOnBoard int) int {
	if sticksOnBoard%4 == 0 {
		return 1
	}
	return sticksOnBoard % 4
}

// ask puts the question of each turn.
func ask() bool {
	fmt.Print("How many sticks do you take? ")
	return true
}

func main() {
	sticks := 10
	lines := bufio.NewScanner(os.Stdin)
	for ask() && lines.Scan() {
		taken, err := strconv.Atoi(lines.Text())
		if err != nil {
			panic(err)
		}
		if taken < 1 || taken > 3 || taken > sticks {
			fmt.Println("You cannot take that.")
			continue
		}
		sticks -= taken
		fmt.Println("Sticks left:", sticks)
		if sticks == 0 {
			fmt.Println("You win!")
			return
		}
		sticks -= getComputerMove(sticks)
		fmt.Println("Sticks left:", sticks)
		if sticks == 0 {
			fmt.Println("The computer wins!")
			return
		}
	}
}
