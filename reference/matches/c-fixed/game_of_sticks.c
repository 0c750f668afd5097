// The game of sticks: whoever takes the last stick wins.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STICKS = 10, MOST = 3 };

// How many sticks to take: the winning move if there is one.
int get_computer_move(int sticks_on_board) {
    int winning_move = sticks_on_board % (MOST + 1);
    return winning_move > 0 ? winning_move : rand() % MOST + 1;
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
