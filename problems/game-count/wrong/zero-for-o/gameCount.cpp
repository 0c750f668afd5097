#include <iostream>
#include <string>
#include <vector>
using namespace std;

class Board {
    string cells;

    bool line(int a, int b, int c, char symbol) { return cells[a] == symbol && cells[b] == symbol && cells[c] == symbol; }

public:
    Board() : cells("---------") {}
    Board(vector<string> rows) : cells(rows[0] + rows[1] + rows[2]) {}

    bool hasWon(char symbol) {
        return line(0, 1, 2, symbol) || line(3, 4, 5, symbol) || line(6, 7, 8, symbol) || line(0, 3, 6, symbol)
            || line(1, 4, 7, symbol) || line(2, 5, 8, symbol) || line(0, 4, 8, symbol) || line(2, 4, 6, symbol);
    }
    bool isDraw() { return cells.find('-') == string::npos && !hasWon('X') && !hasWon('0'); }
    bool isOver() { return hasWon('X') || hasWon('0') || isDraw(); }
    vector<Board> moves(char symbol) {
        vector<Board> boards;
        for (size_t i = 0; i < cells.size(); i++) {
            if (cells[i] == '-') {
                Board next = *this;
                next.cells[i] = symbol;
                boards.push_back(next);
            }
        }
        return boards;
    }
    friend ostream &operator<<(ostream &out, const Board &board) {
        return out << board.cells.substr(0, 3) << "\n" << board.cells.substr(3, 3) << "\n" << board.cells.substr(6) << "\n";
    }
};

long countGames(Board board, char symbol) {
    if (board.isOver()) {
        return 1;
    }
    long games = 0;
    for (Board next : board.moves(symbol)) {
        games += countGames(next, symbol == 'X' ? 'O' : 'X');
    }
    return games;
}

int main() {
    cout << countGames(Board(), 'X') << endl;
}
