package lab4;

/** The eight lines of a board, as indexes into the nine squares. */
final class Lines {
    private static final int[][] ALL = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8},
        {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
        {0, 4, 8}, {2, 4, 6},
    };

    private Lines() {
    }

    static boolean any(char[] squares) {
        for (int[] line : ALL) {
            char c = squares[line[0]];
            if (c != '.' && c == squares[line[1]] && c == squares[line[2]]) {
                return true;
            }
        }
        return false;
    }
}
