#include <stdbool.h>
#include <stdio.h>

static const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
    {0, 4, 8}, {2, 4, 6}             // diagonals
};

static bool has_won(const char cells[9], char symbol) {
    for (int line = 0; line < 8; line++) {
        const int *at = LINES[line];
        if (cells[at[0]] == symbol && cells[at[1]] == symbol && cells[at[2]] == symbol) {
            return true;
        }
    }
    return false;
}

static long count(char cells[9], char symbol) {
    char other = symbol == 'X' ? 'O' : 'X';
    if (has_won(cells, other)) {
        return 1;
    }
    long games = 0;
    bool full = true;
    for (int index = 0; index < 9; index++) {
        if (cells[index] == '-') {
            full = false;
            cells[index] = symbol;
            games += count(cells, other);
            cells[index] = '-';
        }
    }
    return full ? 1 : games;
}

// In how many ways the game can go on from the board; the symbol is the one to move.
long count_games(const char *board[], char symbol) {
    char cells[9];
    for (int index = 0; index < 9; index++) {
        cells[index] = board[index / 3][index % 3];
    }
    return count(cells, symbol);
}

int main(void) {
    const char *empty[] = {"---", "---", "---"};
    printf("There are %ld games of tic-tac-toe.\n", count_games(empty, 'X'));
    return 0;
}
