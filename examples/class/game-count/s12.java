import java.util.ArrayList;
import java.util.List;

enum Symbol {
    BRAK, KOLKO, KRZYZYK;

    static final String ZNAKI = "-OX";

    @Override public String toString() { return ZNAKI.substring(ordinal(), ordinal() + 1); }
}

class Plansza {
    Symbol[][] pola;

    Plansza() {
        this(new Symbol[][] {
            {Symbol.BRAK, Symbol.BRAK, Symbol.BRAK},
            {Symbol.BRAK, Symbol.BRAK, Symbol.BRAK},
            {Symbol.BRAK, Symbol.BRAK, Symbol.BRAK}});
    }

    Plansza(Symbol[][] pola) { this.pola = pola; }

    boolean czyWygrana(Symbol s) {
        int ukos = 0, ukos2 = 0;
        for (int i = 0; i < 3; i++) {
            int w = 0, k = 0;
            for (int j = 0; j < 3; j++) {
                if (pola[i][j] == s) w++;
                if (pola[j][i] == s) k++;
            }
            if (w == 3 || k == 3) return true;
            if (pola[i][i] == s) ukos++;
            if (pola[i][2 - i] == s) ukos2++;
        }
        return ukos == 3 || ukos2 == 3;
    }

    boolean czyRemis() {
        return !czyWygrana(Symbol.KRZYZYK) && !czyWygrana(Symbol.KOLKO)
            && wszystkieMozliwePosuniecia(Symbol.KRZYZYK).size() == 0;
    }

    boolean czyKoniec() {
        return czyWygrana(Symbol.KRZYZYK) || czyWygrana(Symbol.KOLKO) || czyRemis();
    }

    List<Plansza> wszystkieMozliwePosuniecia(Symbol s) {
        List<Plansza> l = new ArrayList<>();
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                if (pola[i][j] == Symbol.BRAK) {
                    Symbol[][] k = {pola[0].clone(), pola[1].clone(), pola[2].clone()};
                    k[i][j] = s;
                    l.add(new Plansza(k));
                }
        return l;
    }

    @Override public String toString() {
        String t = "";
        for (Symbol[] w : pola) t += "" + w[0] + w[1] + w[2] + "\n";
        return t;
    }
}

class IloscMozliwosci {
    static int iloscMozliwychRozgrywek(Plansza p, Symbol s) {
        if (p.czyKoniec()) return 1;
        int n = 0;
        for (Plansza q : p.wszystkieMozliwePosuniecia(s))
            n += iloscMozliwychRozgrywek(q, s == Symbol.KRZYZYK ? Symbol.KOLKO : Symbol.KRZYZYK);
        return n;
    }
}

class Program {
    public static void main(String[] args) {
        Plansza p = new Plansza();
        // zacząć może X albo O, więc dodaję jedno i drugie
        int razem = IloscMozliwosci.iloscMozliwychRozgrywek(p, Symbol.KRZYZYK)
                  + IloscMozliwosci.iloscMozliwychRozgrywek(p, Symbol.KOLKO);
        System.out.println("Razem: " + razem);
    }
}
