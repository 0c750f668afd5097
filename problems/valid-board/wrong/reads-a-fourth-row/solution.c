static int has_line(const char *b[], char m) {
    int i;
    for (i = 0; i < 3; i++) {
        if (b[i][0] == m && b[i][1] == m && b[i][2] == m) return 1;
        if (b[0][i] == m && b[1][i] == m && b[2][i] == m) return 1;
    }
    return (b[0][0] == m && b[1][1] == m && b[2][2] == m) || (b[0][2] == m && b[1][1] == m && b[2][0] == m);
}

int solution(const char *board[]) {
    int o = 0, x = 0, row, col;
    for (row = 0; row <= 3; row++) {
        for (col = 0; col < 3; col++) {
            if (board[row][col] == 'O') o++;
            if (board[row][col] == 'X') x++;
        }
    }
    if (o != x && o != x + 1) return 0;
    if (has_line(board, 'O') && o != x + 1) return 0;
    if (has_line(board, 'X') && o != x) return 0;
    return 1;
}
