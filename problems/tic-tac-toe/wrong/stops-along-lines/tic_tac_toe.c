#include <stdlib.h>

typedef struct {
    int n;
    int *board;
} TicTacToe;

TicTacToe *ticTacToeCreate(int n) {
    TicTacToe *game = malloc(sizeof *game);
    game->n = n;
    game->board = calloc((size_t)n * n, sizeof *game->board);
    return game;
}

static int full(const int *square, int step, int n, int player) {
    int marks = 0;
    while (marks < n && square[(long)marks * step] == player) {
        marks++;
    }
    return marks == n;
}

int ticTacToeMove(TicTacToe *game, int row, int col, int player) {
    int n = game->n;
    int *board = game->board;
    board[row * n + col] = player;
    if (full(board + row * n, 1, n, player) || full(board + col, n, n, player)) {
        return player;
    }
    if (row == col && full(board, n + 1, n, player)) {
        return player;
    }
    if (row + col == n - 1 && full(board + n - 1, n - 1, n, player)) {
        return player;
    }
    return 0;
}

void ticTacToeFree(TicTacToe *game) {
    free(game->board);
    free(game);
}
