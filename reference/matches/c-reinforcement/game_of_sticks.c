// The game of sticks: whoever takes the last stick wins. What has won is played more often.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STICKS = 10, MOST = 3, POSITIONS = 40 };

// How often each move has won so far, by the number of sticks, and the move of this game. A move of 0 is none: how often
// that has won counts for nothing.
static int wins[POSITIONS][MOST + 1], made[POSITIONS];

// How many sticks to take: all if that is allowed, else what has won more often more often.
int get_computer_move(int sticks_on_board) {
    if (sticks_on_board <= MOST) {
        return sticks_on_board;
    }
    const int *won = wins[sticks_on_board];
    int drawn = rand() % (won[1] + won[2] + won[3] + MOST);
    int move = 1;
    while (drawn > won[move]) {
        drawn -= won[move] + 1;
        move++;
    }
    made[sticks_on_board] = move;
    return move;
}

// Remembers the moves of a game that was won.
void game_over(bool computer_won) {
    for (int sticks = 0; sticks < POSITIONS; sticks++) {
        if (computer_won) {
            wins[sticks][made[sticks]]++;
        }
        made[sticks] = 0;
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
