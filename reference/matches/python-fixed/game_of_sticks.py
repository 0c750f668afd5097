"""The game of sticks: whoever takes the last stick wins."""

import random

STICKS = 10
MOST = 3


def get_computer_move(sticks_on_board):
    """Return how many sticks to take: the winning move if there is one."""
    winning_move = sticks_on_board % (MOST + 1)
    if winning_move > 0:
        return winning_move
    return random.randint(1, MOST)


def ask_person(sticks_on_board):
    """Ask until the answer is a number of sticks that may be taken."""
    while True:
        answer = input(f"How many sticks do you take (1-{MOST})? ")
        try:
            sticks = int(answer)
        except ValueError:
            sticks = 0
        if 1 <= sticks <= min(MOST, sticks_on_board):
            return sticks


def play():
    sticks = STICKS
    persons_turn = True
    while sticks > 0:
        taken = ask_person(sticks) if persons_turn else get_computer_move(sticks)
        sticks -= taken
        print(f"{taken} taken. Sticks left: {sticks}")
        persons_turn = not persons_turn
    print("The computer wins!" if persons_turn else "You win!")


if __name__ == "__main__":
    play()
