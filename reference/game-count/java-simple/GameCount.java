public class GameCount {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
        {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
        {0, 4, 8}, {2, 4, 6}             // diagonals
    };

    /** Returns in how many ways the game can go on; the symbol is the one to move. */
    static long countGames(String[] board, char symbol) {
        return countFrom(String.join("", board).toCharArray(), symbol);
    }

    private static long countFrom(char[] cells, char symbol) {
        char other = symbol == 'X' ? 'O' : 'X';
        if (hasWon(cells, other)) { // other moved last
            return 1;
        }
        long games = 0;
        boolean full = true;
        for (int index = 0; index < cells.length; index++) {
            if (cells[index] == '-') {
                full = false;
                cells[index] = symbol;
                games += countFrom(cells, other);
                cells[index] = '-';
            }
        }
        return full ? 1 : games;
    }

    private static boolean hasWon(char[] cells, char symbol) {
        for (int[] line : LINES) {
            if (cells[line[0]] == symbol && cells[line[1]] == symbol && cells[line[2]] == symbol) {
                return true;
            }
        }
        return false;
    }
}
