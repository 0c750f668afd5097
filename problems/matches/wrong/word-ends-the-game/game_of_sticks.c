#include <stdio.h>

int get_computer_move(int sticks) {
    return sticks % 4 == 0 ? 1 : sticks % 4;
}

int main(void) {
    int sticks = 10;
    while (sticks > 0) {
        int taken = 0;
        printf("How many sticks (1-3)?\n");
        if (scanf("%d", &taken) != 1) {
            printf("That is not a number, so you lose.\n");
            return 1;
        }
        if (taken < 1 || taken > 3 || taken > sticks) {
            continue;
        }
        sticks -= taken;
        printf("%d left\n", sticks);
        if (sticks == 0) {
            printf("You win\n");
            return 0;
        }
        taken = get_computer_move(sticks);
        sticks -= taken;
        printf("I take %d, %d left\n", taken, sticks);
    }
    printf("I win\n");
    return 0;
}
