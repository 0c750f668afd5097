import java.util.*;

// 과제 3 - 혼자서 하는 틱택토
public class 틱택토판 {

    static int 개수(String[] board, char 표시) {
        int n = 0;
        for (String 줄 : board)
            for (char c : 줄.toCharArray())
                if (c == 표시) n++;
        return n;
    }

    static boolean 빙고(String[] board, char 표시) {
        for (int i = 0; i < 3; i++) {
            // 가로, 세로
            if (board[i].charAt(0) == 표시 && board[i].charAt(1) == 표시 && board[i].charAt(2) == 표시) return true;
            if (board[0].charAt(i) == 표시 && board[1].charAt(i) == 표시 && board[2].charAt(i) == 표시) return true;
        }
        // 대각선 두 개
        if (board[1].charAt(1) != 표시) return false;
        return (board[0].charAt(0) == 표시 && board[2].charAt(2) == 표시)
            || (board[0].charAt(2) == 표시 && board[2].charAt(0) == 표시);
    }

    public static int solution(String[] board) {
        int o = 개수(board, 'O'), x = 개수(board, 'X');
        if (x > o || o > x + 1) return 0;
        if (빙고(board, 'O') && o == x) return 0;
        if (빙고(board, 'X') && o == x + 1) return 0;
        return 1;
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        String[] 판 = {sc.next(), sc.next(), sc.next()};
        System.out.println(solution(판));
    }
}
