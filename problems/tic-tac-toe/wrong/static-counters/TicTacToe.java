class TicTacToe {

    static int[] rows;
    static int[] cols;
    static int diag;
    static int antiDiag;
    int n;

    public TicTacToe(int n) {
        this.n = n;
        rows = new int[10000];
        cols = new int[10000];
        diag = 0;
        antiDiag = 0;
    }

    public int move(int row, int col, int player) {
        int add = player == 1 ? 1 : -1;
        rows[row] += add;
        cols[col] += add;
        if (row == col) {
            diag += add;
        }
        if (row == n - 1 - col) {
            antiDiag += add;
        }
        if (Math.abs(rows[row]) == n || Math.abs(cols[col]) == n
                || Math.abs(diag) == n || Math.abs(antiDiag) == n) {
            return player;
        }
        return 0;
    }
}
