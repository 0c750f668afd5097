import java.util.HashMap;
import java.util.Map;

public class Main {
    public static void main(String[] args) {
        System.out.println(new Main().solution(new String[] {"O.X", ".O.", "..X"}));
    }

    public int solution(String[] board) {
        Map<Character, Integer> ile = new HashMap<>();
        ile.put('O', 0);
        for (String wiersz : board) {
            for (char c : wiersz.toCharArray()) {
                ile.merge(c, 1, Integer::sum);
            }
        }
        int o = ile.get('O');
        int x = ile.get('X');
        if (o != x && o != x + 1) return 0;
        if (trzy(board, "OOO") && o == x) return 0;
        if (trzy(board, "XXX") && o != x) return 0;
        return 1;
    }

    private boolean trzy(String[] b, String wzor) {
        String s = b[0] + b[1] + b[2];
        int[] start = {0, 3, 6, 0, 1, 2, 0, 2};
        int[] krok = {1, 1, 1, 3, 3, 3, 4, 2};
        for (int k = 0; k < 8; k++) {
            String linia = "" + s.charAt(start[k]) + s.charAt(start[k] + krok[k]) + s.charAt(start[k] + 2 * krok[k]);
            if (linia.equals(wzor)) return true;
        }
        return false;
    }
}
