// The game of sticks: whoever takes the last stick wins.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>

const int STICKS = 10;
const int MOST = 3;

// How many sticks to take: the winning move if there is one.
int getComputerMove(int sticksOnBoard) {
    static std::mt19937 generator{std::random_device{}()};
    const int winningMove = sticksOnBoard % (MOST + 1);
    if (winningMove > 0) {
        return winningMove;
    }
    return std::uniform_int_distribution<int>(1, MOST)(generator);
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
