"""The game of sticks: whoever takes the last stick wins. What has won is played more often."""

import random

STICKS = 10
MOST = 3


class Learner:
    """Moves with weights; those of a won game weigh more from then on."""

    def __init__(self):
        self.weights = {}
        self.made = []

    def move(self, sticks):
        if sticks <= MOST:
            return sticks
        weights = self.weights.setdefault(sticks, [1.0] * MOST)
        move = random.choices(range(1, MOST + 1), weights)[0]
        self.made.append((sticks, move))
        return move

    def learn(self, won):
        if won:
            for sticks, move in self.made:
                self.weights[sticks][move - 1] += 1.0
        self.made = []


learner = Learner()


def get_computer_move(sticks_on_board):
    """Return how many sticks to take."""
    return learner.move(sticks_on_board)


def game_over(computer_won):
    """Learn from a game."""
    learner.learn(computer_won)


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
