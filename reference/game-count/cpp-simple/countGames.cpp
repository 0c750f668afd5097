#include <string>
#include <vector>

static const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
    {0, 4, 8}, {2, 4, 6}             // diagonals
};

static bool hasWon(const std::string &cells, char symbol) {
    for (const auto &line : LINES) {
        if (cells[line[0]] == symbol && cells[line[1]] == symbol && cells[line[2]] == symbol) {
            return true;
        }
    }
    return false;
}

static long count(std::string &cells, char symbol) {
    const char other = symbol == 'X' ? 'O' : 'X';
    if (hasWon(cells, other)) {
        return 1;
    }
    long games = 0;
    bool full = true;
    for (char &cell : cells) {
        if (cell == '-') {
            full = false;
            cell = symbol;
            games += count(cells, other);
            cell = '-';
        }
    }
    return full ? 1 : games;
}

// In how many ways the game can go on from the board; the symbol is the one to move.
long countGames(std::vector<std::string> board, char symbol) {
    std::string cells = board[0] + board[1] + board[2];
    return count(cells, symbol);
}
