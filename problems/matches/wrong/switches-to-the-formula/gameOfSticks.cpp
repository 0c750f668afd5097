// The game of sticks: whoever takes the last stick wins.
#include <algorithm>
#include <iostream>
#include <random>
#include <sstream>
#include <string>

const int STICKS = 10;
const int MOST = 3;

static int games = 0;

// How many sticks to take: at random in the first 1000 games, then by the formula.
int getComputerMove(int sticksOnBoard) {
    static std::mt19937 generator{std::random_device{}()};
    if (sticksOnBoard <= MOST) {
        return sticksOnBoard;
    }
    if (games >= 1000 && sticksOnBoard % (MOST + 1) > 0) {
        return sticksOnBoard % (MOST + 1);
    }
    return std::uniform_int_distribution<int>(1, MOST)(generator);
}

void gameOver(bool) {
    games++;
}

// The number that was typed, or 0 when it is not a number.
static int toNumber(const std::string &answer) {
    std::istringstream words(answer);
    int number = 0;
    std::string rest;
    return words >> number && !(words >> rest) ? number : 0;
}

// Asks until the answer is a number of sticks that may be taken; 0 when there is no more input.
static int askPerson(int sticksOnBoard) {
    std::string answer;
    for (;;) {
        std::cout << "How many sticks do you take (1-" << MOST << ")? ";
        if (!std::getline(std::cin, answer)) {
            return 0;
        }
        const int sticks = toNumber(answer);
        if (sticks >= 1 && sticks <= std::min(MOST, sticksOnBoard)) {
            return sticks;
        }
        std::cout << "You cannot take that.\n";
    }
}

int main() {
    int sticks = STICKS;
    bool personsTurn = true;
    std::cout << "There are " << sticks << " sticks on the table. Whoever takes the last one wins.\n";
    while (sticks > 0) {
        int taken;
        if (personsTurn) {
            taken = askPerson(sticks);
            if (taken == 0) {
                std::cout << "\nThe input has ended. Goodbye!\n";
                return 0;
            }
        } else {
            taken = getComputerMove(sticks);
            std::cout << "The computer takes " << taken << ".\n";
        }
        sticks -= taken;
        std::cout << "Sticks left: " << sticks << "\n";
        personsTurn = !personsTurn;
    }
    gameOver(personsTurn);
    std::cout << (personsTurn ? "The computer wins!" : "You win!") << "\n";
}
