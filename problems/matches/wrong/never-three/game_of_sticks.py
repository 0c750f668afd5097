import random


def get_computer_move(sticks_on_board):
    if sticks_on_board <= 3:
        return sticks_on_board
    # randrange(1, 3) is 1 or 2
    return random.randrange(1, 3)


def ask(sticks):
    while True:
        text = input("Take 1, 2 or 3: ")
        if text in ("1", "2", "3") and int(text) <= sticks:
            return int(text)
        print("Not possible, try again")


if __name__ == "__main__":
    sticks = 10
    human = True
    while sticks > 0:
        take = ask(sticks) if human else get_computer_move(sticks)
        sticks -= take
        print(("You take" if human else "I take"), take, "and leave", sticks)
        human = not human
    print("I win" if human else "You win")
