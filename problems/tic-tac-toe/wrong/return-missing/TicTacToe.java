public class TicTacToe {
    private int[][] board;
    private int n;

    public TicTacToe(int n) {
        this.n = n;
        board = new int[n][n];
    }

    public int move(int row, int col, int player) {
        board[row][col] = player;
        int r = 0;
        int c = 0;
        int d1 = 0;
        int d2 = 0;
        for (int i = 0; i < n; i++) {
            if (board[row][i] == player) r++;
            if (board[i][col] == player) c++;
            if (board[i][i] == player) d1++;
            if (board[i][n - 1 - i] == player) d2++;
        }
        if (r == n || c == n || d1 == n || d2 == n) {
            return player;
        }
    }
}
