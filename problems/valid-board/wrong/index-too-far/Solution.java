public class Solution {
    public int solution(String[] board) {
        int countO = 0;
        int countX = 0;
        for (int i = 0; i <= 3; i++) {
            for (int j = 0; j < 3; j++) {
                char c = board[i].charAt(j);
                if (c == 'O') countO++;
                if (c == 'X') countX++;
            }
        }
        if (countX > countO || countO - countX > 1) {
            return 0;
        }
        boolean o = win(board, "OOO");
        boolean x = win(board, "XXX");
        if (o && countO == countX) return 0;
        if (x && countO > countX) return 0;
        return 1;
    }

    public boolean win(String[] board, String w) {
        for (int i = 0; i < 3; i++) {
            String column = "" + board[0].charAt(i) + board[1].charAt(i) + board[2].charAt(i);
            if (board[i].equals(w) || column.equals(w)) return true;
        }
        String d1 = "" + board[0].charAt(0) + board[1].charAt(1) + board[2].charAt(2);
        String d2 = "" + board[0].charAt(2) + board[1].charAt(1) + board[2].charAt(0);
        return d1.equals(w) || d2.equals(w);
    }
}
