#include <stdexcept>

class TicTacToe {
    static constexpr int MOST = 10;
    int n;
    int cells[MOST][MOST] = {};

public:
    TicTacToe(int n) : n(n) {
        if (n > MOST) {
            throw std::length_error("the board is too large");
        }
    }

    int move(int row, int col, int player) {
        cells[row][col] = player;
        bool inRow = true, inCol = true, onDiagonal = true, onAnti = true;
        for (int i = 0; i < n; i++) {
            inRow &= cells[row][i] == player;
            inCol &= cells[i][col] == player;
            onDiagonal &= cells[i][i] == player;
            onAnti &= cells[i][n - 1 - i] == player;
        }
        return inRow || inCol || onDiagonal || onAnti ? player : 0;
    }
};
