package lab4;

class Solution {
    public int solution(String[] board) {
        char[] squares = String.join("", board).toCharArray();
        int o = 0;
        int x = 0;
        for (char c : squares) {
            if (c == 'O') o++;
            if (c == 'X') x++;
        }
        if (o != x && o != x + 1) return 0;
        return reachable(squares, o, x) ? 1 : 0;
    }

    // go backwards: take the last mark away, the game must not have been over before it
    private boolean reachable(char[] squares, int o, int x) {
        if (o + x == 0) return true;
        char last = o > x ? 'O' : 'X';
        for (int i = 0; i < 9; i++) {
            if (squares[i] != last) continue;
            squares[i] = '.';
            boolean ok = !Lines.any(squares)
                && reachable(squares, last == 'O' ? o - 1 : o, last == 'X' ? x - 1 : x);
            squares[i] = last;
            if (ok) return true;
        }
        return false;
    }
}
