// The game of sticks: whoever takes the last stick wins. What has won is played more often.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

const int STICKS = 10;
const int MOST = 3;

// How often each move has won so far, and one more.
struct Wins {
    std::vector<double> number = std::vector<double>(MOST, 1);
};

static std::map<int, Wins> wins; // by the number of sticks
static std::map<int, int> made;  // the moves of this game, by the number of sticks

// How many sticks to take: what has won more often is taken more often.
int getComputerMove(int sticksOnBoard) {
    static std::mt19937 generator{std::random_device{}()};
    if (sticksOnBoard <= MOST) {
        return sticksOnBoard;
    }
    const std::vector<double> &weights = wins[sticksOnBoard].number;
    const int index = std::discrete_distribution<int>(weights.begin(), weights.end())(generator);
    made[sticksOnBoard] = index;
    return index + 1;
}

// Remembers the moves of a game that was won.
void gameOver(bool computerWon) {
    if (computerWon) {
        for (const auto &[sticks, index] : made) {
            wins[sticks].number[index]++;
        }
    }
    made.clear();
}

// Whether the answer is nothing but a number.
static bool isNumber(const std::string &answer, int &number) {
    std::istringstream words(answer);
    std::string rest;
    return words >> number && !(words >> rest);
}

// Asks until the answer is a number of sticks that may be taken.
static int askPerson(int sticksOnBoard) {
    std::string answer;
    for (;;) {
        std::cout << "How many sticks do you take (1-" << MOST << ")? ";
        if (!std::getline(std::cin, answer)) {
            std::exit(EXIT_FAILURE);
        }
        int sticks;
        if (isNumber(answer, sticks) && sticks >= 1 && sticks <= std::min(MOST, sticksOnBoard)) {
            return sticks;
        }
    }
}

int main() {
    int sticks = STICKS;
    bool personsTurn = true;
    while (sticks > 0) {
        const int taken = personsTurn ? askPerson(sticks) : getComputerMove(sticks);
        sticks -= taken;
        std::cout << taken << " taken. Sticks left: " << sticks << "\n";
        personsTurn = !personsTurn;
    }
    std::cout << (personsTurn ? "The computer wins!" : "You win!") << "\n";
}
