#include <string>
#include <vector>
using namespace std;

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int lines(const string &cells, char mark) {
    int found = 0;
    for (const auto &line : LINES) {
        found += cells[line[0]] == mark && cells[line[1]] == mark && cells[line[2]] == mark;
    }
    return found;
}

bool solution(const vector<string> &board) {
    string cells = board[0] + board[1] + board[2];
    int o = 0;
    int x = 0;
    for (char cell : cells) {
        o += cell == 'O';
        x += cell == 'X';
    }
    int byO = lines(cells, 'O');
    int byX = lines(cells, 'X');
    if (byO + byX > 1) {
        return false;
    }
    if (byO) {
        return o == x + 1;
    }
    if (byX) {
        return o == x;
    }
    return o == x || o == x + 1;
}
