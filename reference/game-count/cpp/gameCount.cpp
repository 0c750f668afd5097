#include <iostream>
#include <string>
#include <vector>

const char EMPTY = '-';
const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
    {0, 4, 8}, {2, 4, 6}             // diagonals
};

// A 3 x 3 board, made from three strings over 'X', 'O' and '-'.
class Board {
public:
    Board() : Board({"---", "---", "---"}) {}
    explicit Board(const std::vector<std::string> &rows) : cells(rows[0] + rows[1] + rows[2]) {}

    bool hasWon(char symbol) const {
        for (const auto &line : LINES) {
            if (cells[line[0]] == symbol && cells[line[1]] == symbol && cells[line[2]] == symbol) {
                return true;
            }
        }
        return false;
    }

    // Whether the board is full and nobody has won.
    bool isDraw() const {
        return cells.find(EMPTY) == std::string::npos && !hasWon('X') && !hasWon('O');
    }

    bool isOver() const {
        return hasWon('X') || hasWon('O') || isDraw();
    }

    // The boards after each possible move of the symbol, row by row.
    std::vector<Board> moves(char symbol) const {
        std::vector<Board> boards;
        for (std::size_t index = 0; index < cells.size(); index++) {
            if (cells[index] == EMPTY) {
                boards.push_back(*this);
                boards.back().cells[index] = symbol;
            }
        }
        return boards;
    }

    std::string toString() const {
        return cells.substr(0, 3) + "\n" + cells.substr(3, 3) + "\n" + cells.substr(6, 3) + "\n";
    }

private:
    std::string cells;
};

// In how many ways the game can go on; the symbol is the one to move.
long countGames(const Board &board, char symbol) {
    if (board.isOver()) {
        return 1;
    }
    long games = 0;
    for (const Board &next : board.moves(symbol)) {
        games += countGames(next, symbol == 'X' ? 'O' : 'X');
    }
    return games;
}

int main() {
    std::cout << "There are " << countGames(Board(), 'X') << " games of tic-tac-toe.\n";
}
