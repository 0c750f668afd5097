class Solution {

    boolean win(String[] b, char p) {
        for (int i = 0; i < 3; i++) {
            if (b[i].charAt(0) == p && b[i].charAt(1) == p && b[i].charAt(2) == p) return true;
            if (b[0].charAt(i) == p && b[1].charAt(i) == p && b[2].charAt(i) == p) return true;
        }
        return b[0].charAt(0) == p && b[1].charAt(1) == p && b[2].charAt(2) == p;
    }

    public int solution(String[] board) {
        int o = 0, x = 0;
        for (String row : board) {
            for (int i = 0; i < row.length(); i++) {
                if (row.charAt(i) == 'O') o++;
                else if (row.charAt(i) == 'X') x++;
            }
        }
        if (o - x < 0 || o - x > 1) return 0;
        if (win(board, 'O') && o - x != 1) return 0;
        if (win(board, 'X') && o - x != 0) return 0;
        return 1;
    }
}
