package kr.lab.game;

import java.util.ArrayList;
import java.util.List;

class TicTacToe {
    private List<Line> lines = new ArrayList<>();
    private int n;

    TicTacToe(int n) {
        this.n = n;
        // 0..n-1 가로, n..2n-1 세로, 2n, 2n+1 대각선
        for (int i = 0; i < 2 * n + 2; i++) lines.add(new Line(n));
    }

    int move(int row, int col, int player) {
        boolean full = lines.get(row).put(player);
        full = lines.get(n + col).put(player) || full;
        if (row == col) full = lines.get(2 * n).put(player) || full;
        if (row + col == n - 1) full = lines.get(2 * n + 1).put(player) || full;
        return full ? player : 0;
    }
}
