import java.util.NoSuchElementException;
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
        return 1 + RANDOM.nextInt(Math.min(most, sticksOnBoard));
    }

    /** Asks until the answer is a whole number from least to largest. */
    private static int ask(Scanner input, String question, int least, int largest) {
        while (true) {
            System.out.print(question + " (" + least + "-" + largest + ")? ");
            int number = toNumber(input.nextLine());
            if (number >= least && number <= largest) {
                return number;
            }
            System.out.println("That is not possible.");
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
        System.out.println("There are " + sticks
                + " sticks on the table. Whoever takes the last one wins.");
        while (sticks > 0) {
            if (personsTurn) {
                sticks -= ask(input, "How many sticks do you take", 1, Math.min(most, sticks));
            } else {
                int taken = getComputerMove(sticks);
                sticks -= taken;
                System.out.println("The computer takes " + taken + ".");
            }
            System.out.println("Sticks left: " + sticks);
            personsTurn = !personsTurn;
        }
        System.out.println(personsTurn ? "The computer wins!" : "You win!");
    }

    public static void main(String[] args) {
        try {
            play(new Scanner(System.in));
        } catch (NoSuchElementException inputEnded) {
            System.out.println("\nThe input has ended. Goodbye!");
        }
    }
}
