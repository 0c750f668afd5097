#include <stdio.h>

int main(void) {
    double games = 255168;
    printf("There are about %.0f thousand games.\n", games / 1000);
    return 0;
}
