#include <algorithm>
#include <string>
#include <vector>
using namespace std;

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static bool hasLine(const string &cells, char mark) {
    for (const auto &line : LINES) {
        if (cells[line[0]] == mark && cells[line[1]] == mark && cells[line[2]] == mark) {
            return true;
        }
    }
    return false;
}

int solution(vector<string> board) {
    string cells = board[0] + board[1] + board[2];
    int lead = count(cells.begin(), cells.end(), 'O') - count(cells.begin(), cells.end(), 'X');
    if (lead != 0 && lead != 1) {
        return 0;
    }
    if (hasLine(cells, 'O') && lead != 1) {
        return 0;
    }
    if (hasLine(cells, 'X') && lead != 0) {
        return 0;
    }
}
