#include <stdlib.h>

typedef struct TicTacToe {
    int n, diagonal, anti;
    int rows[200], cols[200];
} TicTacToe;

static TicTacToe only;

TicTacToe *ticTacToeCreate(int n) {
    only.n = n;
    return &only;
}

int ticTacToeMove(TicTacToe *game, int row, int col, int player) {
    int mark = player == 1 ? 1 : -1;
    game->rows[row] += mark;
    game->cols[col] += mark;
    if (row == col) game->diagonal += mark;
    if (row + col == game->n - 1) game->anti += mark;
    if (abs(game->rows[row]) == game->n || abs(game->cols[col]) == game->n) return player;
    return abs(game->diagonal) == game->n || abs(game->anti) == game->n ? player : 0;
}

void ticTacToeFree(TicTacToe *game) {
    game->n = 0;
}
