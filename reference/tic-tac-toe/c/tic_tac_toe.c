#include <stdlib.h>

// A game on an n x n board.
//
// Each line has one number: the marks of player 1 in it minus those of
// player 2. A line is full of one player's marks when it reaches n or -n.
typedef struct {
    int n;
    int *rows;
    int *cols;
    int diagonal;
    int anti_diagonal;
} TicTacToe;

TicTacToe *ticTacToeCreate(int n) {
    TicTacToe *game = calloc(1, sizeof *game);
    game->n = n;
    game->rows = calloc(n, sizeof *game->rows);
    game->cols = calloc(n, sizeof *game->cols);
    return game;
}

// Places a mark; returns the player if this move wins, else 0.
int ticTacToeMove(TicTacToe *game, int row, int col, int player) {
    int mark = player == 1 ? 1 : -1;
    int full = mark * game->n;
    game->rows[row] += mark;
    game->cols[col] += mark;
    if (row == col) {
        game->diagonal += mark;
    }
    if (row + col == game->n - 1) {
        game->anti_diagonal += mark;
    }
    if (game->rows[row] == full || game->cols[col] == full || game->diagonal == full || game->anti_diagonal == full) {
        return player;
    }
    return 0;
}

void ticTacToeFree(TicTacToe *game) {
    free(game->rows);
    free(game->cols);
    free(game);
}
