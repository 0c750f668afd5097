import java.util.Scanner;

public class GameOfSticks {
    static Scanner scanner = new Scanner(System.in);

    public static int getComputerMove(int sticksOnBoard) {
        return 3;
    }

    public static int getPlayerMove(int sticksOnBoard) {
        int move = 0;
        while (move < 1 || move > 3 || move > sticksOnBoard) {
            System.out.println("Сколько палочек вы берёте (1-3)?");
            try {
                move = Integer.parseInt(scanner.nextLine());
            } catch (NumberFormatException e) {
                System.out.println("Это не число!");
            }
        }
        return move;
    }

    public static void main(String[] args) {
        int sticks = 10;
        boolean playerWon = false;
        while (sticks > 0) {
            sticks = sticks - getPlayerMove(sticks);
            System.out.println("Осталось палочек: " + sticks);
            if (sticks == 0) {
                playerWon = true;
                break;
            }
            int move = getComputerMove(sticks);
            System.out.println("Компьютер берёт " + move);
            sticks = sticks - move;
            System.out.println("Осталось палочек: " + sticks);
        }
        if (playerWon) {
            System.out.println("Вы победили!");
        } else {
            System.out.println("Победил компьютер!");
        }
    }
}
