import java.util.*;

public class Plansza {
    Symbol[][] pola = new Symbol[3][3];

    public Plansza() {
        for (int i = 0; i < 9; i++) pola[i / 3][i % 3] = Symbol.BRAK;
    }

    public Plansza(Symbol[][] p) {
        for (int i = 0; i < 9; i++) pola[i / 3][i % 3] = p[i / 3][i % 3];
    }

    boolean trzy(Symbol s, int a, int b, int c) {
        return pola[a / 3][a % 3] == s && pola[b / 3][b % 3] == s && pola[c / 3][c % 3] == s;
    }

    public boolean czyWygrana(Symbol s) {
        return trzy(s, 0, 1, 2) || trzy(s, 3, 4, 5) || trzy(s, 6, 7, 8)
            || trzy(s, 0, 3, 6) || trzy(s, 1, 4, 7) || trzy(s, 2, 5, 8)
            || trzy(s, 0, 4, 8) || trzy(s, 2, 4, 6);
    }

    int ileWolnych() {
        int n = 0;
        for (Symbol[] w : pola) for (Symbol s : w) if (s == Symbol.BRAK) n++;
        return n;
    }

    public boolean czyRemis() {
        if (czyWygrana(Symbol.KOLKO)) return false;
        if (czyWygrana(Symbol.KRZYZYK)) return false;
        return ileWolnych() == 0;
    }

    public boolean czyKoniec() {
        return czyRemis() || czyWygrana(Symbol.KOLKO) || czyWygrana(Symbol.KRZYZYK);
    }

    public ArrayList<Plansza> wszystkieMozliwePosuniecia(Symbol s) {
        ArrayList<Plansza> lista = new ArrayList<Plansza>();
        for (int i = 0; i < 9; i++) {
            if (pola[i / 3][i % 3] == Symbol.BRAK) {
                Plansza p = new Plansza(pola);
                p.pola[i / 3][i % 3] = s;
                lista.add(p);
            }
        }
        return lista;
    }

    public String toString() {
        String t = "";
        for (int i = 0; i < 9; i++) {
            t += pola[i / 3][i % 3];
            if (i % 3 == 2) t += "\n";
        }
        return t;
    }
}
