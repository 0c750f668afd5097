import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;

/** The game of sticks: whoever takes the last stick wins. The computer learns what each move is worth. */
public class GameOfSticks {
    private static final int STICKS = 10;
    private static final int MOST = 3;
    private static final Random RANDOM = new Random();

    /** What each move is worth: -1 if it loses, 1 if it wins, 0 until that is known; by the number of sticks. */
    private static final Map<Integer, int[]> WORTH = new HashMap<>();
    /** The moves of this game, the last one first: the number of sticks and how many were taken. */
    private static final Deque<int[]> MADE = new ArrayDeque<>();

    /** Returns how many sticks to take: all if that is allowed, else the best move so far. */
    static int getComputerMove(int sticksOnBoard) {
        if (sticksOnBoard <= MOST) {
            return sticksOnBoard;
        }
        int best = best(sticksOnBoard);
        int move = RANDOM.nextInt(MOST);
        while (worth(sticksOnBoard)[move] < best) {
            move = RANDOM.nextInt(MOST);
        }
        MADE.push(new int[] {sticksOnBoard, move});
        return move + 1;
    }

    /** Learns from a game, from its end to its start: a move is worth as much as the best one after it. */
    static void gameOver(boolean computerWon) {
        int result = computerWon ? 1 : -1;
        for (int[] made : MADE) {
            worth(made[0])[made[1]] = result;
            result = best(made[0]);
        }
        MADE.clear();
    }

    private static int[] worth(int sticks) {
        return WORTH.computeIfAbsent(sticks, unknown -> new int[MOST]);
    }

    private static int best(int sticks) {
        return Arrays.stream(worth(sticks)).max().getAsInt();
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
