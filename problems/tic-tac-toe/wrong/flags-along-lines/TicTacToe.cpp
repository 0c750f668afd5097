#include <vector>

class TicTacToe {
public:
    explicit TicTacToe(int n) : n(n), board(n, std::vector<int>(n, 0)) {}

    int move(int row, int col, int player) {
        board[row][col] = player;
        bool inRow = true, inColumn = true, onDiagonal = true, onAntiDiagonal = true;
        for (int i = 0; i < n; ++i) {
            inRow = inRow && board[row][i] == player;
            inColumn = inColumn && board[i][col] == player;
            onDiagonal = onDiagonal && board[i][i] == player;
            onAntiDiagonal = onAntiDiagonal && board[i][n - 1 - i] == player;
        }
        return inRow || inColumn || onDiagonal || onAntiDiagonal ? player : 0;
    }

private:
    int n;
    std::vector<std::vector<int>> board;
};
