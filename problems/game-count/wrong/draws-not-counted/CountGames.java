public class CountGames {

    static boolean win(String[] b, char s) {
        for (int i = 0; i < 3; i++) {
            if (b[i].charAt(0) == s && b[i].charAt(1) == s && b[i].charAt(2) == s) return true;
            if (b[0].charAt(i) == s && b[1].charAt(i) == s && b[2].charAt(i) == s) return true;
        }
        if (b[0].charAt(0) == s && b[1].charAt(1) == s && b[2].charAt(2) == s) return true;
        return b[0].charAt(2) == s && b[1].charAt(1) == s && b[2].charAt(0) == s;
    }

    static long countGames(String[] board, char symbol) {
        if (win(board, 'X') || win(board, 'O')) {
            return 1;
        }
        long count = 0;
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                if (board[r].charAt(c) == '-') {
                    String[] copy = board.clone();
                    copy[r] = board[r].substring(0, c) + symbol + board[r].substring(c + 1);
                    count += countGames(copy, symbol == 'X' ? 'O' : 'X');
                }
            }
        }
        return count;
    }
}
