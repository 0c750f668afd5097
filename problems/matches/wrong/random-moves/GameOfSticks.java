import java.util.Random;
import java.util.Scanner;

public class GameOfSticks {
    private static Random random = new Random();

    private static int getComputerMove(int sticksOnBoard) {
        if (sticksOnBoard <= 3) {
            return sticksOnBoard;
        }
        return random.nextInt(3) + 1;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int sticks = 10;
        System.out.println("На столе 10 палочек.");
        while (true) {
            int n = -1;
            while (n < 1 || n > 3 || n > sticks) {
                System.out.print("Ваш ход (1-3): ");
                String s = in.nextLine().trim();
                if (s.matches("[0-9]{1,3}")) {
                    n = Integer.parseInt(s);
                }
            }
            sticks -= n;
            System.out.println("Осталось: " + sticks);
            if (sticks == 0) {
                System.out.println("Вы выиграли!");
                return;
            }
            n = getComputerMove(sticks);
            sticks -= n;
            System.out.println("Я беру " + n + ". Осталось: " + sticks);
            if (sticks == 0) {
                System.out.println("Я выиграл!");
                return;
            }
        }
    }
}
