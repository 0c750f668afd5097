class TicTacToe {
    private final int n;
    private final int[][] board;

    TicTacToe(int n) {
        this.n = n;
        board = new int[n][n];
    }

    int move(int row, int col, int player) {
        board[row][col] = player;
        boolean inRow = true;
        boolean inColumn = true;
        boolean onDiagonal = true;
        boolean onAntiDiagonal = true;
        for (int i = 0; i < n; i++) {
            if (board[row][i] != player) inRow = false;
            if (board[i][col] != player) inColumn = false;
            if (board[i][i] != player) onDiagonal = false;
            if (board[i][n - 1 - i] != player) onAntiDiagonal = false;
        }
        return inRow || inColumn || onDiagonal || onAntiDiagonal ? player : 0;
    }
}
