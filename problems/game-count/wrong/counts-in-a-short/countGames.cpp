#include <string>
#include <vector>
using namespace std;

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static bool hasWon(const string &cells, char symbol) {
    for (const auto &line : LINES) {
        if (cells[line[0]] == symbol && cells[line[1]] == symbol && cells[line[2]] == symbol) {
            return true;
        }
    }
    return false;
}

static short count(string cells, char symbol) {
    char other = symbol == 'X' ? 'O' : 'X';
    if (hasWon(cells, other) || cells.find('-') == string::npos) {
        return 1;
    }
    short games = 0;
    for (char &cell : cells) {
        if (cell == '-') {
            cell = symbol;
            games += count(cells, other);
            cell = '-';
        }
    }
    return games;
}

short countGames(vector<string> board, char symbol) {
    return count(board[0] + board[1] + board[2], symbol);
}
