import java.util.Scanner;

public class TicTacToe {
    private final int n;
    private final int[][] rows;
    private final int[][] cols;
    private final int[] diag = new int[3];
    private final int[] anti = new int[3];

    public TicTacToe(int n) {
        this.n = n;
        rows = new int[3][n];
        cols = new int[3][n];
    }

    public int move(int row, int col, int player) {
        boolean win = ++rows[player][row] == n;
        win |= ++cols[player][col] == n;
        if (row == col) win |= ++diag[player] == n;
        if (row + col == n - 1) win |= ++anti[player] == n;
        return win ? player : 0;
    }

    // gra w konsoli, do sprawdzenia
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.print("n = ");
        TicTacToe game = new TicTacToe(in.nextInt());
        int player = 1;
        while (in.hasNextInt()) {
            int winner = game.move(in.nextInt(), in.nextInt(), player);
            if (winner != 0) {
                System.out.println("Wygrywa gracz " + winner);
                return;
            }
            player = 3 - player;
        }
    }
}
