public class TicTacToe {
    int[][] board;
    int n;

    public TicTacToe(int n) {
        this.n = n;
        board = new int[n][n];
    }

    public int move(int row, int col, int player) {
        board[row][col] = player;
        boolean r = true, c = true, d = true;
        for (int i = 0; i < n; i++) {
            if (board[row][i] != player) r = false;
            if (board[i][col] != player) c = false;
            if (board[i][i] != player) d = false;
        }
        if (r || c || d) {
            return player;
        }
        return 0;
    }
}
