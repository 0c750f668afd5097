import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.Scanner;

/** The game of sticks: whoever takes the last stick wins. The computer learns what each move is worth. */
public class GameOfSticks {
    private static final int STICKS = 10;
    private static final int MOST = 3;
    private static final Random RANDOM = new Random();

    private static final double RATE = 0.2;
    /** What each move is worth, from -1, it loses, to 1, it wins; by the number of sticks. */
    private static final double[][] WORTH = new double[41][MOST + 1];

    private static final Deque<int[]> made = new ArrayDeque<>();
    private static int games = 0;

    /** Returns how many sticks to take: the best move so far, or at first now and then another one. */
    static int getComputerMove(int sticksOnBoard) {
        int move;
        if (sticksOnBoard <= MOST) {
            move = sticksOnBoard;
        } else if (RANDOM.nextDouble() < 0.3 / (1 + 0.01 * games)) {
            move = 1 + RANDOM.nextInt(MOST);
        } else {
            move = bestMove(sticksOnBoard);
        }
        made.push(new int[] {sticksOnBoard, move});
        return move;
    }

    /** Learns from a game, from its end to its start: a move is worth as much as the best one after it. */
    static void gameOver(boolean computerWon) {
        double target = computerWon ? 1 : -1;
        while (!made.isEmpty()) {
            int[] last = made.pop();
            WORTH[last[0]][last[1]] += RATE * (target - WORTH[last[0]][last[1]]);
            target = WORTH[last[0]][last[0] <= MOST ? last[0] : bestMove(last[0])];
        }
        games++;
    }

    /** Returns the move that is worth most; one of them at random, if there are several. */
    private static int bestMove(int sticks) {
        int first = RANDOM.nextInt(MOST);
        int best = 1 + first;
        for (int next = 1; next < MOST; next++) {
            int move = 1 + (first + next) % MOST;
            if (WORTH[sticks][move] > WORTH[sticks][best]) {
                best = move;
            }
        }
        return best;
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
