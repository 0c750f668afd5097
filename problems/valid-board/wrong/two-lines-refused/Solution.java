class Solution {
    public int solution(String[] board) {
        String all = board[0] + board[1] + board[2];
        int o = all.length() - all.replace("O", "").length();
        int x = all.length() - all.replace("X", "").length();
        if (o - x != 0 && o - x != 1) {
            return 0;
        }
        int oLines = countLines(all, 'O');
        int xLines = countLines(all, 'X');
        if (oLines + xLines > 1) {
            return 0; // 한 게임에 한 줄만 가능
        }
        if (oLines == 1 && o == x) {
            return 0;
        }
        if (xLines == 1 && o != x) {
            return 0;
        }
        return 1;
    }

    private int countLines(String s, char c) {
        int count = 0;
        for (int i = 0; i < 3; i++) {
            if (s.charAt(3 * i) == c && s.charAt(3 * i + 1) == c && s.charAt(3 * i + 2) == c) count++;
            if (s.charAt(i) == c && s.charAt(i + 3) == c && s.charAt(i + 6) == c) count++;
        }
        if (s.charAt(0) == c && s.charAt(4) == c && s.charAt(8) == c) count++;
        if (s.charAt(2) == c && s.charAt(4) == c && s.charAt(6) == c) count++;
        return count;
    }
}
