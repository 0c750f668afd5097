import java.util.Random;
import java.util.Scanner;

/** The game of sticks: whoever takes the last stick wins. */
public class GameOfSticks {
    private static final Random RANDOM = new Random();
    private static int most = 3;

    /** Returns how many sticks to take: the winning move if there is one. */
    static int getComputerMove(int sticksOnBoard) {
        int winningMove = sticksOnBoard % (most + 1);
        if (winningMove > 0) {
            return winningMove;
        }
        return 1 + RANDOM.nextInt(most);
    }

    /** Asks until the answer is a whole number from least to largest. */
    private static int ask(Scanner input, String question, int least, int largest) {
        while (true) {
            System.out.print(question + " (" + least + "-" + largest + ")? ");
            int number = toNumber(input.nextLine());
            if (number >= least && number <= largest) {
                return number;
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
        int sticks = ask(input, "How many sticks are on the table", 8, 39);
        most = ask(input, "How many may be taken at most", 2, (sticks - 1) / 2);
        boolean personsTurn = true;
        while (sticks > 0) {
            int taken = personsTurn
                    ? ask(input, "How many sticks do you take", 1, Math.min(most, sticks)) : getComputerMove(sticks);
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
