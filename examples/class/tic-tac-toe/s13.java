class TicTacToe {
    private int n;
    private int[] wiersze;
    private int[] kolumny;
    private int ukos1, ukos2;

    TicTacToe(int n) {
        this.n = n;
        wiersze = new int[n - 1];
        kolumny = new int[n - 1];
    }

    int move(int row, int col, int player) {
        int ile = player == 1 ? 1 : -1;
        wiersze[row] += ile;
        kolumny[col] += ile;
        if (row == col) ukos1 += ile;
        if (row == n - 1 - col) ukos2 += ile;
        if (Math.abs(wiersze[row]) == n || Math.abs(kolumny[col]) == n
                || Math.abs(ukos1) == n || Math.abs(ukos2) == n) {
            return player;
        }
        return 0;
    }
}
