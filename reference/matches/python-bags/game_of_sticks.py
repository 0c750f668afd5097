"""The game of sticks: whoever takes the last stick wins. The computer learns with bags of balls."""

import random

most = 3
bags = {}  # number of sticks -> number of balls for each move
drawn = []  # the moves of this game, each with the number of sticks


def bag_for(sticks):
    """Return the bag for so many sticks; a new one holds a ball for each move."""
    if sticks not in bags:
        bags[sticks] = {move: 1 for move in range(1, most + 1)}
    return bags[sticks]


def get_computer_move(sticks_on_board):
    """Return how many sticks to take: all if that is allowed, else as many as a ball says."""
    if sticks_on_board <= most:
        return sticks_on_board
    bag = bag_for(sticks_on_board)
    move = random.choices(list(bag), weights=bag.values())[0]
    drawn.append((sticks_on_board, move))
    return move


def game_over(computer_won):
    """Put each ball back with one more after a win; leave it out after a loss, unless it is the last one."""
    for sticks, move in drawn:
        bag = bag_for(sticks)
        if computer_won:
            bag[move] += 1
        elif bag[move] > 1:
            bag[move] -= 1
    drawn.clear()


def ask(question, least, largest):
    """Ask until the answer is a whole number from least to largest."""
    while True:
        try:
            number = int(input(f"{question} ({least}-{largest})? "))
        except ValueError:
            number = least - 1
        if least <= number <= largest:
            return number


def play():
    global most
    sticks = ask("How many sticks are on the table", 8, 39)
    most = ask("How many may be taken at most", 2, (sticks - 1) // 2)
    persons_turn = True
    while sticks > 0:
        taken = ask("How many sticks do you take", 1, min(most, sticks)) if persons_turn else get_computer_move(sticks)
        sticks -= taken
        print(f"{taken} taken. Sticks left: {sticks}")
        persons_turn = not persons_turn
    print("The computer wins!" if persons_turn else "You win!")


if __name__ == "__main__":
    play()
