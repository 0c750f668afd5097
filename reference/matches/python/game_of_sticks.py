"""The game of sticks: whoever takes the last stick wins."""

import random

most = 3


def get_computer_move(sticks_on_board):
    """Return how many sticks to take: the winning move if there is one."""
    winning_move = sticks_on_board % (most + 1)
    if winning_move > 0:
        return winning_move
    return random.randint(1, most)


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
