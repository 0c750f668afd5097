/**
 * A game on an n x n board.
 *
 * Each line has one number: the marks of player 1 in it minus those of
 * player 2. A line is full of one player's marks when it reaches n or -n.
 */
class TicTacToe {
    private final int n;
    private final int[] rows;
    private final int[] cols;
    private int diagonal;
    private int antiDiagonal;

    public TicTacToe(int n) {
        this.n = n;
        rows = new int[n];
        cols = new int[n];
    }

    /** Places a mark; returns the player if this move wins, else 0. */
    public int move(int row, int col, int player) {
        int mark = player == 1 ? 1 : -1;
        rows[row] += mark;
        cols[col] += mark;
        if (row == col) {
            diagonal += mark;
        }
        if (row + col == n - 1) {
            antiDiagonal += mark;
        }

        int full = mark * n;
        boolean won = rows[row] == full || cols[col] == full
                || diagonal == full || antiDiagonal == full;
        return won ? player : 0;
    }
}
