import java.util.*;

enum Symbol {
    BRAK('-'), KOLKO('O'), KRZYZYK('X');

    char znak;

    Symbol(char z) {
        znak = z;
    }

    @Override
    public String toString() {
        return String.valueOf(znak);
    }
}

class Plansza {
    private Symbol[][] pola = new Symbol[3][3];

    public Plansza() {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                pola[i][j] = Symbol.BRAK;
    }

    public Plansza(Symbol[][] inne) {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                pola[i][j] = inne[i][j];
    }

    public boolean czyWygrana(Symbol s) {
        int przekatna1 = 0;
        int przekatna2 = 0;
        for (int i = 0; i < 3; i++) {
            int wiersz = 0;
            int kolumna = 0;
            for (int j = 0; j < 3; j++) {
                if (pola[i][j] == s) wiersz++;
                if (pola[j][i] == s) kolumna++;
            }
            if (wiersz == 3 || kolumna == 3) return true;
            if (pola[i][i] == s) przekatna1++;
            if (pola[i][2 - i] == s) przekatna2++;
        }
        return przekatna1 == 3 || przekatna2 == 3;
    }

    // nie ma juz wolnych pol
    public boolean czyRemis() {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                if (pola[i][j] == Symbol.BRAK)
                    return false;
        return true;
    }

    public boolean czyKoniec() {
        return czyWygrana(Symbol.KOLKO) || czyWygrana(Symbol.KRZYZYK) || czyRemis();
    }

    public List<Plansza> wszystkieMozliwePosuniecia(Symbol s) {
        List<Plansza> wynik = new LinkedList<>();
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                if (pola[i][j] == Symbol.BRAK) {
                    Plansza p = new Plansza(pola);
                    p.pola[i][j] = s;
                    wynik.add(p);
                }
        return wynik;
    }

    @Override
    public String toString() {
        String s = "";
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                s += pola[i][j];
            s += "\n";
        }
        return s;
    }
}

public class IloscMozliwosci {
    static int iloscMozliwychRozgrywek(Plansza p, Symbol s) {
        if (p.czyKoniec())
            return 1;
        Symbol nastepny = s == Symbol.KOLKO ? Symbol.KRZYZYK : Symbol.KOLKO;
        int ile = 0;
        for (Plansza q : p.wszystkieMozliwePosuniecia(s))
            ile += iloscMozliwychRozgrywek(q, nastepny);
        return ile;
    }

    public static void main(String[] args) {
        System.out.println("Ilosc mozliwych rozgrywek: " + iloscMozliwychRozgrywek(new Plansza(), Symbol.KRZYZYK));
    }
}
