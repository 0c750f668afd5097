// The game of sticks: whoever takes the last stick wins. The computer learns what each move is worth.
#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

const int STICKS = 10;
const int MOST = 3;

// Learns what each move is worth: from -1, it loses, to 1, it wins.
class Learner {
public:
    int move(int sticks) {
        if (sticks <= MOST) {
            return sticks;
        }
        const bool tries = std::uniform_real_distribution<>(0, 1)(generator) < 0.3 / (1 + 0.01 * games);
        std::vector<int> moves;
        for (int move = 1; move <= MOST; move++) {
            if (tries || worth[sticks][move - 1] == best(sticks)) {
                moves.push_back(move);
            }
        }
        const auto last = static_cast<int>(moves.size()) - 1;
        const int taken = moves[std::uniform_int_distribution<int>(0, last)(generator)];
        made.emplace_back(sticks, taken);
        return taken;
    }

    // From the end of the game to its start: a move is worth as much as the best one after it.
    void learn(bool won) {
        double target = won ? 1 : -1;
        for (auto last = made.rbegin(); last != made.rend(); ++last) {
            double &known = worth[last->first][last->second - 1];
            known += 0.2 * (target - known);
            target = best(last->first);
        }
        made.clear();
        games++;
    }

private:
    double best(int sticks) {
        const auto &known = worth[sticks];
        return *std::max_element(known.begin(), known.end());
    }

    std::mt19937 generator{std::random_device{}()};
    std::map<int, std::array<double, MOST>> worth;
    std::vector<std::pair<int, int>> made;
    int games = 0;
};

static Learner learner;

// How many sticks to take: the best move so far, or at first now and then another one.
int getComputerMove(int sticksOnBoard) {
    return learner.move(sticksOnBoard);
}

// Learns from a game.
void gameOver(bool computerWon) {
    learner.learn(computerWon);
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
