// The game of sticks, learned with bags of balls. A ball that was drawn stays out until the game is over.
#include <stdbool.h>
#include <stdlib.h>

enum { MOST = 3, BAGS = 41 };

static int balls[BAGS][MOST + 1];
static bool filled[BAGS];
static int drawn[BAGS];

int get_computer_move(int sticks_on_board) {
    int *bag = balls[sticks_on_board];
    for (int move = 1; !filled[sticks_on_board] && move <= MOST && move <= sticks_on_board; move++) {
        bag[move] = 1;
    }
    filled[sticks_on_board] = true;
    int ball = rand() % (bag[1] + bag[2] + bag[3]);
    int move = 1;
    while (ball >= bag[move]) {
        ball -= bag[move];
        move++;
    }
    bag[move]--;
    drawn[sticks_on_board] = move;
    return move;
}

void game_over(bool computer_won) {
    for (int sticks = 1; sticks < BAGS; sticks++) {
        int move = drawn[sticks];
        if (move > 0 && (computer_won || balls[sticks][move] == 0)) {
            balls[sticks][move] += computer_won ? 2 : 1;
        }
        drawn[sticks] = 0;
    }
}

int main(void) {
    return 0;
}
