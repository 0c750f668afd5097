"""The game of sticks: whoever takes the last stick wins. The computer keeps a table of what each move is worth."""

import random
from collections import defaultdict

STICKS = 10
MOST = 3

worth = defaultdict(int)  # (sticks, move) -> -1 if it loses, 1 if it wins; 0 until that is known
made = []  # the moves of this game


def moves_of(sticks):
    """Return the moves that are worth a try: who can take all, takes all."""
    return [sticks] if sticks <= MOST else list(range(1, MOST + 1))


def best_of(sticks):
    return max(worth[sticks, move] for move in moves_of(sticks))


def get_computer_move(sticks_on_board):
    """Return how many sticks to take: the best move so far, one of them if there are several."""
    best = best_of(sticks_on_board)
    move = random.choice([move for move in moves_of(sticks_on_board) if worth[sticks_on_board, move] == best])
    made.append((sticks_on_board, move))
    return move


def game_over(computer_won):
    """Learn from a game, from its end to its start: a move is worth as much as the best one after it."""
    result = 1 if computer_won else -1
    for sticks, move in reversed(made):
        worth[sticks, move] = result
        result = best_of(sticks)
    made.clear()


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
