import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;

/** The game of sticks: whoever takes the last stick wins. The computer learns from the games that it wins. */
public class GameOfSticks {
    private static final int STICKS = 10;
    private static final int MOST = 3;
    private static final Random RANDOM = new Random();

    /** How often each move has won so far, and one more; by the number of sticks. */
    private static final Map<Integer, int[]> WINS = new HashMap<>();
    /** The moves of this game: the number of sticks and how many were taken. */
    private static final List<int[]> MADE = new ArrayList<>();

    /** Returns how many sticks to take: what has won more often is taken more often. */
    static int getComputerMove(int sticksOnBoard) {
        if (sticksOnBoard <= MOST) {
            return sticksOnBoard;
        }
        int[] wins = WINS.computeIfAbsent(sticksOnBoard, sticks -> new int[] {1, 1, 1});
        int drawn = RANDOM.nextInt(Arrays.stream(wins).sum());
        int move = 0;
        while (drawn >= wins[move]) {
            drawn -= wins[move];
            move++;
        }
        MADE.add(new int[] {sticksOnBoard, move});
        return move + 1;
    }

    /** Remembers the moves of a game that was won. */
    static void gameOver(boolean computerWon) {
        if (computerWon) {
            for (int[] made : MADE) {
                WINS.get(made[0])[made[1]]++;
            }
        }
        MADE.clear();
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
