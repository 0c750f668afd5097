#include <cstdlib>
#include <vector>
using namespace std;

vector<int> rows, cols;
int diagonal, antiDiagonal;

class TicTacToe {
    int n;

public:
    TicTacToe(int n) : n(n) {
        rows.assign(n, 0);
        cols.assign(n, 0);
        diagonal = antiDiagonal = 0;
    }

    int move(int row, int col, int player) {
        int mark = player == 1 ? 1 : -1;
        rows[row] += mark;
        cols[col] += mark;
        if (row == col) diagonal += mark;
        if (row + col == n - 1) antiDiagonal += mark;
        bool won = abs(rows[row]) == n || abs(cols[col]) == n || abs(diagonal) == n || abs(antiDiagonal) == n;
        return won ? player : 0;
    }
};
