class Solution {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
        {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
        {0, 4, 8}, {2, 4, 6}             // diagonals
    };

    /** Returns 1 when the board can occur in a game that O begins, else 0. */
    public int solution(String[] board) {
        String cells = String.join("", board);
        int lead = count(cells, 'O') - count(cells, 'X');
        if (lead != 0 && lead != 1) {
            return 0;
        }
        if (hasLine(cells, 'O') && lead != 1) { // O won, so O moved last
            return 0;
        }
        if (hasLine(cells, 'X') && lead != 0) { // X won, so X moved last
            return 0;
        }
        return 1;
    }

    private static int count(String cells, char mark) {
        return (int) cells.chars().filter(cell -> cell == mark).count();
    }

    private static boolean hasLine(String cells, char mark) {
        for (int[] line : LINES) {
            if (cells.charAt(line[0]) == mark
                    && cells.charAt(line[1]) == mark
                    && cells.charAt(line[2]) == mark) {
                return true;
            }
        }
        return false;
    }
}
