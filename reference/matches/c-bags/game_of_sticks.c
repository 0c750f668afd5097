// The game of sticks: whoever takes the last stick wins. The computer learns with bags of balls.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STICKS = 10, MOST = 3, BAGS = 40 };

// A bag for each number of sticks: beside the one ball of each kind that never leaves it, so many more; none is a 0.
static int more_balls[BAGS][MOST + 1];

// The ball of this game from each bag, 0 where none was drawn.
static int drawn[BAGS];

// How many sticks to take: all if that is allowed, else as many as a ball says.
int get_computer_move(int sticks_on_board) {
    if (sticks_on_board <= MOST) {
        return sticks_on_board;
    }
    const int *bag = more_balls[sticks_on_board];
    int ball = rand() % (bag[1] + bag[2] + bag[3] + MOST);
    int number = 1;
    while (ball > bag[number]) {
        ball -= bag[number] + 1;
        number++;
    }
    drawn[sticks_on_board] = number;
    return number;
}

// One ball more of each kind after a win, one less after a loss.
void game_over(bool computer_won) {
    for (int sticks = MOST + 1; sticks < BAGS; sticks++) {
        int *balls = &more_balls[sticks][drawn[sticks]];
        if (computer_won) {
            ++*balls;
        } else if (*balls > 0) {
            --*balls;
        }
        drawn[sticks] = 0;
    }
}

// Asks until the answer is a number of sticks that may be taken.
static int ask_person(int sticks_on_board) {
    char answer[BUFSIZ], rest;
    for (;;) {
        int sticks;
        printf("How many sticks do you take (1-%d)? ", MOST);
        if (fgets(answer, sizeof answer, stdin) == NULL) {
            exit(EXIT_FAILURE);
        }
        if (sscanf(answer, "%d %c", &sticks, &rest) == 1 && sticks >= 1 && sticks <= MOST && sticks <= sticks_on_board) {
            return sticks;
        }
    }
}

int main(void) {
    int sticks = STICKS;
    bool persons_turn = true;
    srand((unsigned)time(NULL));
    while (sticks > 0) {
        int taken = persons_turn ? ask_person(sticks) : get_computer_move(sticks);
        sticks -= taken;
        printf("%d taken. Sticks left: %d\n", taken, sticks);
        persons_turn = !persons_turn;
    }
    printf("%s\n", persons_turn ? "The computer wins!" : "You win!");
}
