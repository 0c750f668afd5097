import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;

/** The game of sticks: whoever takes the last stick wins. The computer learns with bags of balls. */
public class GameOfSticks {
    private static final Random RANDOM = new Random();
    private static int most = 3;

    private static Map<Integer, Bag> bags = new HashMap<>();
    private static List<Ball> drawn = new ArrayList<>();

    /** Balls that bear the numbers of sticks to take. */
    private static class Bag {
        final int[] balls = new int[most + 1];

        Bag() {
            Arrays.fill(balls, 1, most + 1, 1);
        }

        /** Looks at a ball, which stays in the bag until the game is over. */
        int draw() {
            int left = RANDOM.nextInt(Arrays.stream(balls).sum());
            int number = 0;
            while (left >= balls[number]) {
                left -= balls[number];
                number++;
            }
            return number;
        }

        /** Adds a ball of this kind after a win, takes it out after a loss; the last of a kind stays. */
        void learn(int number, boolean won) {
            if (won) {
                balls[number]++;
            } else if (balls[number] > 1) {
                balls[number]--;
            }
        }
    }

    /** A ball that was drawn in this game. */
    private static class Ball {
        final Bag bag;
        final int number;

        Ball(Bag bag, int number) {
            this.bag = bag;
            this.number = number;
        }
    }

    /** Returns how many sticks to take: all if that is allowed, else as many as a ball says. */
    static int getComputerMove(int sticksOnBoard) {
        if (sticksOnBoard <= most) {
            return sticksOnBoard;
        }
        Bag bag = bags.computeIfAbsent(sticksOnBoard, sticks -> new Bag());
        Ball ball = new Ball(bag, bag.draw());
        drawn.add(ball);
        return ball.number;
    }

    /** Learns from a game. */
    static void gameOver(boolean computerWon) {
        for (Ball ball : drawn) {
            ball.bag.learn(ball.number, computerWon);
        }
        drawn.clear();
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
