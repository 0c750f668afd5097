#include <stdio.h>
#include <stdlib.h>

int getComputerMove(int sticks) {
    return sticks <= 4 ? sticks : sticks % 5 ? sticks % 5 : 1;
}

int main(void) {
    char line[100];
    int sticks = 10, turn = 0;
    while (sticks > 0) {
        int taken = 0;
        if (turn % 2 == 0) {
            do {
                printf("1 to 3? ");
                if (!fgets(line, sizeof line, stdin)) return 0;
                taken = atoi(line);
            } while (taken < 1 || taken > 3 || taken > sticks);
        } else {
            taken = getComputerMove(sticks);
        }
        sticks -= taken;
        turn++;
        printf("%d sticks\n", sticks);
    }
    puts(turn % 2 ? "You win" : "Computer wins");
    return 0;
}
