import random


def get_computer_move(sticks_on_board):
    if sticks_on_board == 1:
        return 1
    # leave at least one stick
    return random.randint(1, min(3, sticks_on_board - 1))


def get_player_move(sticks_on_board):
    while True:
        s = input("How many sticks do you want to take? (1-3) ")
        if s.isdigit() and 1 <= int(s) <= 3 and int(s) <= sticks_on_board:
            return int(s)
        print("Wrong number!")


def main():
    sticks = 10
    player = True
    while sticks > 0:
        if player:
            n = get_player_move(sticks)
        else:
            n = get_computer_move(sticks)
            print("Computer takes", n)
        sticks -= n
        print("There are", sticks, "sticks left")
        player = not player
    if player:
        print("Computer won")
    else:
        print("You won")


if __name__ == "__main__":
    main()
