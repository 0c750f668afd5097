package kolkokrzyzyk;

import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Plansza {
    private final Symbol[][] pola;

    public Plansza() {
        this.pola = new Symbol[3][3];
        for (Symbol[] w : pola) {
            Arrays.fill(w, Symbol.BRAK);
        }
    }

    public Plansza(Symbol[][] pola) {
        this.pola = pola;
    }

    public boolean czyWygrana(Symbol symbol) {
        boolean wiersz = Stream.of(0, 1, 2).anyMatch(i -> IntStream.range(0, 3).allMatch(j -> pola[i][j] == symbol));
        boolean kolumna = Stream.of(0, 1, 2).anyMatch(j -> IntStream.range(0, 3).allMatch(i -> pola[i][j] == symbol));
        boolean ukos = IntStream.range(0, 3).allMatch(i -> pola[i][i] == symbol)
                || IntStream.range(0, 3).allMatch(i -> pola[i][2 - i] == symbol);
        return wiersz || kolumna || ukos;
    }

    public boolean czyRemis() {
        return czyKoniec() && !czyWygrana(Symbol.KOLKO) && !czyWygrana(Symbol.KRZYZYK);
    }

    public boolean czyKoniec() {
        if (czyWygrana(Symbol.KOLKO) || czyWygrana(Symbol.KRZYZYK)) {
            return true;
        }
        return Arrays.stream(pola).flatMap(Arrays::stream).noneMatch(s -> s == Symbol.BRAK);
    }

    public List<Plansza> wszystkieMozliwePosuniecia(Symbol symbol) {
        List<Plansza> lista = new LinkedList<>();
        for (int k = 0; k < 9; k++) {
            if (pola[k / 3][k % 3] == Symbol.BRAK) {
                Symbol[][] kopia = new Symbol[3][3];
                for (int m = 0; m < 9; m++) {
                    kopia[m / 3][m % 3] = m == k ? symbol : pola[m / 3][m % 3];
                }
                lista.add(new Plansza(kopia));
            }
        }
        return lista;
    }

    @Override
    public String toString() {
        String s = "";
        for (int i = 0; i < 3; i++) {
            s += "" + pola[i][0] + pola[i][1] + pola[i][2] + "\n";
        }
        return s;
    }
}
