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
    printf("%s\n", persons_turn ? "The computer wins!" : "You win!");
    return 0;
}
