import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A 3 x 3 board. A board never changes: a move makes a new one. */
public class Plansza {
    private static final int ROZMIAR = 3;

    private final Symbol[][] pola;

    /** Makes the empty board. */
    public Plansza() {
        pola = new Symbol[ROZMIAR][ROZMIAR];
        for (Symbol[] wiersz : pola) {
            Arrays.fill(wiersz, Symbol.BRAK);
        }
    }

    public Plansza(Symbol[][] pola) {
        this.pola = kopia(pola);
    }

    public boolean czyWygrana(Symbol symbol) {
        for (int i = 0; i < ROZMIAR; i++) {
            if (czyLinia(symbol, i, 0, 0, 1) || czyLinia(symbol, 0, i, 1, 0)) {
                return true;
            }
        }
        return czyLinia(symbol, 0, 0, 1, 1) || czyLinia(symbol, 0, ROZMIAR - 1, 1, -1);
    }

    /** Returns whether the board is full and nobody has won. */
    public boolean czyRemis() {
        return czyPelna() && !czyWygrana(Symbol.KOLKO) && !czyWygrana(Symbol.KRZYZYK);
    }

    public boolean czyKoniec() {
        return czyWygrana(Symbol.KOLKO) || czyWygrana(Symbol.KRZYZYK) || czyRemis();
    }

    /** Returns the boards after each possible move of the symbol, row by row. */
    public List<Plansza> wszystkieMozliwePosuniecia(Symbol symbol) {
        List<Plansza> plansze = new ArrayList<>();
        for (int wiersz = 0; wiersz < ROZMIAR; wiersz++) {
            for (int kolumna = 0; kolumna < ROZMIAR; kolumna++) {
                if (pola[wiersz][kolumna] == Symbol.BRAK) {
                    Plansza nowa = new Plansza(pola);
                    nowa.pola[wiersz][kolumna] = symbol;
                    plansze.add(nowa);
                }
            }
        }
        return plansze;
    }

    @Override
    public String toString() {
        StringBuilder tekst = new StringBuilder();
        for (Symbol[] wiersz : pola) {
            for (Symbol symbol : wiersz) {
                tekst.append(symbol);
            }
            tekst.append('\n');
        }
        return tekst.toString();
    }

    /** Checks three squares, from the first one on in steps of (dw, dk). */
    private boolean czyLinia(Symbol symbol, int wiersz, int kolumna, int dw, int dk) {
        for (int i = 0; i < ROZMIAR; i++) {
            if (pola[wiersz + i * dw][kolumna + i * dk] != symbol) {
                return false;
            }
        }
        return true;
    }

    private boolean czyPelna() {
        for (Symbol[] wiersz : pola) {
            if (Arrays.asList(wiersz).contains(Symbol.BRAK)) {
                return false;
            }
        }
        return true;
    }

    private static Symbol[][] kopia(Symbol[][] pola) {
        Symbol[][] kopia = new Symbol[ROZMIAR][];
        for (int i = 0; i < ROZMIAR; i++) {
            kopia[i] = pola[i].clone();
        }
        return kopia;
    }
}
