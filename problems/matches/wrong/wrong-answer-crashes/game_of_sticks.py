from random import randint


def get_computer_move(sticks_on_board):
    if sticks_on_board <= 3:
        return sticks_on_board
    return randint(1, 3)


def main():
    sticks = 10
    while True:
        n = int(input("Your turn (1-3): "))
        while n < 1 or n > 3 or n > sticks:
            print("You can't do that")
            n = int(input("Your turn (1-3): "))
        sticks = sticks - n
        print("Sticks:", sticks)
        if sticks == 0:
            print("You win!")
            break
        n = get_computer_move(sticks)
        print("I take", n)
        sticks = sticks - n
        print("Sticks:", sticks)
        if sticks == 0:
            print("I win!")
            break


if __name__ == "__main__":
    main()
