static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int has_line(const char *cells, char mark) {
    int i;
    for (i = 0; i < 8; i++) {
        if (cells[LINES[i][0]] == mark && cells[LINES[i][1]] == mark && cells[LINES[i][2]] == mark) {
            return 1;
        }
    }
    return 0;
}

int solution(const char *board[]) {
    char cells[9];
    int o = 0, x = 0, i;
    for (i = 0; i < 9; i++) {
        cells[i] = board[i / 3][i % 3];
        if (cells[i] == 'O') o++;
        if (cells[i] == 'X') x++;
    }
    if (o != x && o != x + 1) {
        return 0;
    }
    if (has_line(cells, 'O') && o != x + 1) {
        return 0;
    }
    if (has_line(cells, 'X') && (o = x)) {
        return 0;
    }
    return 1;
}
