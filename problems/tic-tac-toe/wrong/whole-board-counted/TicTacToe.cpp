#include <vector>
using namespace std;

class TicTacToe {
    int n;
    vector<int> board;

    int at(int row, int col) { return board[row * n + col]; }

public:
    TicTacToe(int n) : n(n), board(n * n) {}

    int move(int row, int col, int player) {
        board[row * n + col] = player;
        int diagonal = 0, antiDiagonal = 0;
        for (int i = 0; i < n; i++) {
            int inRow = 0, inColumn = 0;
            for (int j = 0; j < n; j++) {
                inRow += at(i, j) == player;
                inColumn += at(j, i) == player;
            }
            if (inRow == n || inColumn == n) return player;
            diagonal += at(i, i) == player;
            antiDiagonal += at(i, n - 1 - i) == player;
        }
        return diagonal == n || antiDiagonal == n ? player : 0;
    }
};
