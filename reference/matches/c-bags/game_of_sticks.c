// The game of sticks: whoever takes the last stick wins. The computer learns with bags of balls.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STICKS = 10, MOST = 3, BAGS = 41, LONGEST_GAME = 40 };

// A bag for each number of sticks: beside the one ball of each kind that never leaves it, so many more.
static int more_balls[BAGS][MOST + 1];

// The balls of this game, the newest ones; the bag and the number of each.
static int bag_of[LONGEST_GAME], number_of[LONGEST_GAME], drawn;

// How many sticks to take: all if that is allowed, else as many as a ball says.
int get_computer_move(int sticks_on_board) {
    if (sticks_on_board <= MOST) {
        return sticks_on_board;
    }
    int balls = MOST;
    for (int number = 1; number <= MOST; number++) {
        balls += more_balls[sticks_on_board][number];
    }
    int ball = rand() % balls;
    int number = 1;
    while (ball > more_balls[sticks_on_board][number]) {
        ball -= more_balls[sticks_on_board][number] + 1;
        number++;
    }
    bag_of[drawn % LONGEST_GAME] = sticks_on_board;
    number_of[drawn % LONGEST_GAME] = number;
    drawn++;
    return number;
}

// One ball more of each kind after a win, one less after a loss.
void game_over(bool computer_won) {
    for (int ball = 0; ball < drawn && ball < LONGEST_GAME; ball++) {
        int *balls = &more_balls[bag_of[ball]][number_of[ball]];
        if (computer_won) {
            ++*balls;
        } else if (*balls > 0) {
            --*balls;
        }
    }
    drawn = 0;
}

// The number that was typed, or 0 when it is not a number.
static int to_number(const char *answer) {
    char *end;
    long number = strtol(answer, &end, 10);
    while (*end == ' ' || *end == '\n' || *end == '\r') {
        end++;
    }
    return *end == '\0' && number > 0 && number <= STICKS ? (int)number : 0;
}

// Asks until the answer is a number of sticks that may be taken; 0 when there is no more input.
static int ask_person(int sticks_on_board) {
    char answer[100];
    for (;;) {
        printf("How many sticks do you take (1-%d)? ", MOST);
        if (fgets(answer, sizeof answer, stdin) == NULL) {
            return 0;
        }
        int sticks = to_number(answer);
        if (sticks >= 1 && sticks <= MOST && sticks <= sticks_on_board) {
            return sticks;
        }
        printf("You cannot take that.\n");
    }
}

int main(void) {
    int sticks = STICKS;
    bool persons_turn = true;
    srand((unsigned)time(NULL));
    printf("There are %d sticks on the table. Whoever takes the last one wins.\n", sticks);
    while (sticks > 0) {
        int taken = persons_turn ? ask_person(sticks) : get_computer_move(sticks);
        if (taken == 0) {
            printf("\nThe input has ended. Goodbye!\n");
            return 0;
        }
        if (!persons_turn) {
            printf("The computer takes %d.\n", taken);
        }
        sticks -= taken;
        printf("Sticks left: %d\n", sticks);
        persons_turn = !persons_turn;
    }
    game_over(persons_turn);
    printf("%s\n", persons_turn ? "The computer wins!" : "You win!");
    return 0;
}
