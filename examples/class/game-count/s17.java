// instance method, String symbol
public class TicTacToeCounter {
    String[] lines = {"012", "345", "678", "036", "147", "258", "048", "246"};

    public int countGames(String[] board, String symbol) {
        String s = board[0] + board[1] + board[2];
        for (String l : lines) {
            char a = s.charAt(l.charAt(0) - '0');
            char b = s.charAt(l.charAt(1) - '0');
            char c = s.charAt(l.charAt(2) - '0');
            if (a == b && b == c && a != '-') return 1;
        }
        if (s.indexOf('-') < 0) return 1;
        int games = 0;
        for (int i = 0; i < 9; i++) {
            if (s.charAt(i) == '-') {
                String t = s.substring(0, i) + symbol + s.substring(i + 1);
                String[] next = {t.substring(0, 3), t.substring(3, 6), t.substring(6)};
                games += countGames(next, symbol.equals("X") ? "O" : "X");
            }
        }
        return games;
    }
}