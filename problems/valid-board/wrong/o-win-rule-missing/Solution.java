class Solution {
    public int solution(String[] board) {
        int o = 0;
        int x = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (board[i].charAt(j) == 'O') o++;
                else if (board[i].charAt(j) == 'X') x++;
            }
        }
        if (x > o || o > x + 1) return 0;

        boolean oWin = check(board, 'O');
        boolean xWin = check(board, 'X');
        if (oWin && xWin) return 0;
        if (xWin && o != x) return 0;
        return 1;
    }

    boolean check(String[] b, char c) {
        for (int i = 0; i < 3; i++) {
            if (b[i].charAt(0) == c && b[i].charAt(1) == c && b[i].charAt(2) == c) return true;
            if (b[0].charAt(i) == c && b[1].charAt(i) == c && b[2].charAt(i) == c) return true;
        }
        if (b[0].charAt(0) == c && b[1].charAt(1) == c && b[2].charAt(2) == c) return true;
        if (b[0].charAt(2) == c && b[1].charAt(1) == c && b[2].charAt(0) == c) return true;
        return false;
    }
}
