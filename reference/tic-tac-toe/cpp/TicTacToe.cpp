#include <vector>

// A game on an n x n board.
//
// Each line has one number: the marks of player 1 in it minus those of
// player 2. A line is full of one player's marks when it reaches n or -n.
class TicTacToe {
public:
    explicit TicTacToe(int n) : n(n), rows(n), cols(n) {}

    // Places a mark; returns the player if this move wins, else 0.
    int move(int row, int col, int player) {
        const int mark = player == 1 ? 1 : -1;
        rows[row] += mark;
        cols[col] += mark;
        if (row == col) {
            diagonal += mark;
        }
        if (row + col == n - 1) {
            antiDiagonal += mark;
        }
        const int full = mark * n;
        const bool won = rows[row] == full || cols[col] == full || diagonal == full || antiDiagonal == full;
        return won ? player : 0;
    }

private:
    const int n;
    std::vector<int> rows;
    std::vector<int> cols;
    int diagonal = 0;
    int antiDiagonal = 0;
};
