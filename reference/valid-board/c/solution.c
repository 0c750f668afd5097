#include <stdbool.h>

static const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
    {0, 4, 8}, {2, 4, 6}             // diagonals
};

static char cell(const char *board[], int index) {
    return board[index / 3][index % 3];
}

static int count(const char *board[], char mark) {
    int found = 0;
    for (int index = 0; index < 9; index++) {
        found += cell(board, index) == mark;
    }
    return found;
}

static bool has_line(const char *board[], char mark) {
    for (int line = 0; line < 8; line++) {
        const int *cells = LINES[line];
        if (cell(board, cells[0]) == mark && cell(board, cells[1]) == mark && cell(board, cells[2]) == mark) {
            return true;
        }
    }
    return false;
}

// Returns 1 when the board can occur in a game that O begins, else 0.
int solution(const char *board[]) {
    int lead = count(board, 'O') - count(board, 'X');
    if (lead != 0 && lead != 1) {
        return 0;
    }
    if (has_line(board, 'O') && lead != 1) { // O won, so O moved last
        return 0;
    }
    if (has_line(board, 'X') && lead != 0) { // X won, so X moved last
        return 0;
    }
    return 1;
}
