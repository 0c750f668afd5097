class Solution {
    public int solution(String[] board) {
        String all = board[0] + board[1] + board[2];
        int o = all.replaceAll("[^O]", "").length();
        int x = all.replaceAll("[^X]", "").length()
        if (o < x || o > x + 1) {
            return 0;
        }
        // TODO: wygrane
        return 1;
    }
}
