#include <stdlib.h>

struct tic_tac_toe {
    int n;
    int *cells;
};

struct tic_tac_toe *tic_tac_toe_new(int n) {
    struct tic_tac_toe *game = malloc(sizeof *game);
    game->n = n;
    game->cells = calloc((size_t)n * n, sizeof *game->cells);
    return game;
}

int tic_tac_toe_move(struct tic_tac_toe *game, int row, int col, int player) {
    int n = game->n, in_row = 0, in_col = 0, i;
    game->cells[row * n + col] = player;
    for (i = 0; i < n; i++) {
        in_row += game->cells[row * n + i] == player;
        in_col += game->cells[i * n + col] == player;
    }
    return in_row == n || in_col == n ? player : 0;
}

void tic_tac_toe_free(struct tic_tac_toe *game) {
    free(game->cells);
    free(game);
}
