#include <algorithm>
#include <string>
#include <vector>

static const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, // rows
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, // columns
    {0, 4, 8}, {2, 4, 6}             // diagonals
};

static bool hasLine(const std::string &cells, char mark) {
    for (const auto &line : LINES) {
        if (cells[line[0]] == mark && cells[line[1]] == mark && cells[line[2]] == mark) {
            return true;
        }
    }
    return false;
}

// Returns 1 when the board can occur in a game that O begins, else 0.
int solution(std::vector<std::string> board) {
    const std::string cells = board[0] + board[1] + board[2];
    const auto lead = std::count(cells.begin(), cells.end(), 'O') - std::count(cells.begin(), cells.end(), 'X');
    if (lead != 0 && lead != 1) {
        return 0;
    }
    if (hasLine(cells, 'O') && lead != 1) { // O won, so O moved last
        return 0;
    }
    if (hasLine(cells, 'X') && lead != 0) { // X won, so X moved last
        return 0;
    }
    return 1;
}
