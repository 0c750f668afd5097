"""The game of sticks: whoever takes the last stick wins. The computer keeps a table of what each move is worth."""

import random

STICKS = 10
MOST = 3
RATE = 0.2

worth = {}  # (sticks, move) -> from -1, it loses, to 1, it wins
made = []  # the moves of this game
games = 0


def moves_of(sticks):
    """Return the moves that are worth a try: who can take all, takes all."""
    return [sticks] if sticks <= MOST else list(range(1, MOST + 1))


def worth_of(sticks, move):
    return worth.get((sticks, move), 0.0)


def get_computer_move(sticks_on_board):
    """Return how many sticks to take: the best move so far, or at first now and then another one."""
    moves = moves_of(sticks_on_board)
    if random.random() > 0.3 / (1 + 0.01 * games):
        best = max(worth_of(sticks_on_board, move) for move in moves)
        moves = [move for move in moves if worth_of(sticks_on_board, move) == best]
    move = random.choice(moves)
    made.append((sticks_on_board, move))
    return move


def game_over(computer_won):
    """Learn from a game, from its end to its start: a move is worth as much as the best one after it."""
    global games
    target = 1.0 if computer_won else -1.0
    for sticks, move in reversed(made):
        worth[sticks, move] = worth_of(sticks, move) + RATE * (target - worth_of(sticks, move))
        target = max(worth_of(sticks, other) for other in moves_of(sticks))
    made.clear()
    games += 1


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
