#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
using namespace std;

int getComputerMove(int sticks) {
    int move = rand() % 3 + 1;
    return move > sticks ? sticks : move;
}

int main() {
    int sticks = 10;
    string line;
    while (true) {
        int taken;
        do {
            cout << "How many (1-3)? ";
            if (!getline(cin, line)) {
                return 0;
            }
            istringstream words(line);
            if (!(words >> taken)) {
                taken = 0;
            }
        } while (taken < 1 || taken > 3 || taken > sticks);
        sticks -= taken;
        cout << "Left: " << sticks << endl;
        if (sticks == 0) {
            cout << "You win!" << endl;
            return 0;
        }
        taken = getComputerMove(sticks);
        sticks -= taken;
        cout << "I take " << taken << ". Left: " << sticks << endl;
        if (sticks == 0) {
            cout << "I win!" << endl;
            return 0;
        }
    }
}
