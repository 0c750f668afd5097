import java.util.*;

class Counter {
    private Map<String, Long> cache;

    long countGames(String[] board, String symbol) {
        return go(String.join("", board), symbol);
    }

    private long go(String b, String who) {
        if (cache.containsKey(b)) return cache.get(b);
        long n = 0;
        int[][] ls = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
        boolean over = !b.contains("-");
        for (int[] l : ls)
            if (b.charAt(l[0]) != '-' && b.charAt(l[0]) == b.charAt(l[1]) && b.charAt(l[1]) == b.charAt(l[2])) over = true;
        if (over) n = 1;
        else
            for (int i = 0; i < 9; i++)
                if (b.charAt(i) == '-')
                    n += go(b.substring(0, i) + who + b.substring(i + 1), who.equals("X") ? "O" : "X");
        cache.put(b, n);
        return n;
    }
}
