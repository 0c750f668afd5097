#include <cstdlib>
#include <iostream>
#include <string>
using namespace std;

int getComputerMove(int sticks) {
    if (sticks <= 3) {
        return sticks;
    }
    return sticks % 4 ? sticks % 4 : 1;
}

int main() {
    int sticks = 10;
    string answer;
    while (sticks > 0) {
        int taken = 0;
        while (taken < 1) {
            cout << "How many sticks do you take? ";
            if (!getline(cin, answer)) {
                return 0;
            }
            taken = atoi(answer.c_str());
        }
        sticks -= taken;
        cout << sticks << " are left" << endl;
        if (sticks <= 0) {
            cout << "You win" << endl;
            break;
        }
        sticks -= getComputerMove(sticks);
        cout << sticks << " are left" << endl;
        if (sticks == 0) {
            cout << "The computer wins" << endl;
        }
    }
}
