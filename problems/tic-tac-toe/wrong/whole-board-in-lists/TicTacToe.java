import java.util.ArrayList;
import java.util.List;

public class TicTacToe {
    private final int n;
    private final List<int[]> rows = new ArrayList<>();

    public TicTacToe(int n) {
        this.n = n;
        for (int i = 0; i < n; i++) {
            rows.add(new int[n]);
        }
    }

    public int move(int row, int col, int player) {
        rows.get(row)[col] = player;
        int diagonal = 0;
        int antiDiagonal = 0;
        for (int i = 0; i < n; i++) {
            int inRow = 0;
            int inColumn = 0;
            for (int j = 0; j < n; j++) {
                if (rows.get(i)[j] == player) inRow++;
                if (rows.get(j)[i] == player) inColumn++;
            }
            if (inRow == n || inColumn == n) return player;
            if (rows.get(i)[i] == player) diagonal++;
            if (rows.get(i)[n - 1 - i] == player) antiDiagonal++;
        }
        return diagonal == n || antiDiagonal == n ? player : 0;
    }
}
