import java.util.Random;
import java.util.Scanner;

/** The game of sticks: whoever takes the last stick wins. */
public class GameOfSticks {
    private static final int STICKS = 10;
    private static final int MOST = 3;
    private static final Random RANDOM = new Random();

    /** Returns how many sticks to take: the winning move if there is one. */
    static int getComputerMove(int sticksOnBoard) {
        int winningMove = sticksOnBoard % (MOST + 1);
        if (winningMove > 0) {
            return winningMove;
        }
        return 1 + RANDOM.nextInt(MOST);
    }

    /** Asks until the answer is a number of sticks that may be taken. */
    private static int askPerson(Scanner input, int sticksOnBoard) {
        while (true) {
            System.out.print("How many sticks do you take (1-" + MOST + ")? ");
            int sticks = toNumber(input.nextLine());
            if (sticks >= 1 && sticks <= Math.min(MOST, sticksOnBoard)) {
                return sticks;
            }
        }
    }

    /** Returns the number that was typed, or 0 when it is not a number. */
    private static int toNumber(String answer) {
        try {
            return Integer.parseInt(answer.trim());
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    private static void play(Scanner input) {
        int sticks = STICKS;
        boolean personsTurn = true;
        while (sticks > 0) {
            int taken = personsTurn
                    ? askPerson(input, sticks) : getComputerMove(sticks);
            sticks -= taken;
            System.out.println(taken + " taken. Sticks left: " + sticks);
            personsTurn = !personsTurn;
        }
        System.out.println(personsTurn ? "The computer wins!" : "You win!");
    }

    public static void main(String[] args) {
        play(new Scanner(System.in));
    }
}
