#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static bool has_won(const char *cells, char symbol) {
    for (int i = 0; i < 8; i++) {
        if (cells[LINES[i][0]] == symbol && cells[LINES[i][1]] == symbol && cells[LINES[i][2]] == symbol) {
            return true;
        }
    }
    return false;
}

static int count(char *cells, char symbol) {
    char other = symbol == 'X' ? 'O' : 'X';
    int games = 0;
    if (has_won(cells, other) || strchr(cells, '-') == NULL) {
        return 1;
    }
    for (int i = 0; i < 9; i++) {
        if (cells[i] == '-') {
            cells[i] = symbol;
            bool won = has_won(cells, symbol);
            games += count(cells, other);
            cells[i] = '-';
            if (won) {
                break;
            }
        }
    }
    return games;
}

int count_games(const char *board[], char symbol) {
    char cells[10] = "";
    for (int row = 0; row < 3; row++) {
        strncat(cells, board[row], 3);
    }
    return count(cells, symbol);
}

int main(void) {
    const char *empty[] = {"---", "---", "---"};
    printf("%d\n", count_games(empty, 'X'));
    return 0;
}
