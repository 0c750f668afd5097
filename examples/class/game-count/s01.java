import java.util.ArrayList;
import java.util.List;

enum Symbol {
    BRAK("-"), KOLKO("O"), KRZYZYK("X");

    private final String znak;

    Symbol(String znak) {
        this.znak = znak;
    }

    @Override
    public String toString() {
        return znak;
    }
}

class Plansza {
    private Symbol[][] pola;

    public Plansza() {
        pola = new Symbol[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                pola[i][j] = Symbol.BRAK;
    }

    public Plansza(Symbol[][] pola) {
        // kopia, żeby nikt nie zmienił planszy z zewnątrz
        this.pola = new Symbol[3][];
        for (int i = 0; i < 3; i++) this.pola[i] = pola[i].clone();
    }

    public boolean czyWygrana(Symbol s) {
        for (int i = 0; i < 3; i++) {
            if (pola[i][0] == s && pola[i][1] == s && pola[i][2] == s) return true;
            if (pola[0][i] == s && pola[1][i] == s && pola[2][i] == s) return true;
        }
        if (pola[0][0] == s && pola[1][1] == s && pola[2][2] == s) return true;
        return pola[0][2] == s && pola[1][1] == s && pola[2][0] == s;
    }

    private boolean pelna() {
        for (Symbol[] wiersz : pola)
            for (Symbol s : wiersz)
                if (s == Symbol.BRAK) return false;
        return true;
    }

    public boolean czyRemis() {
        return pelna() && !czyWygrana(Symbol.KOLKO) && !czyWygrana(Symbol.KRZYZYK);
    }

    public boolean czyKoniec() {
        return pelna() || czyWygrana(Symbol.KOLKO) || czyWygrana(Symbol.KRZYZYK);
    }

    public List<Plansza> wszystkieMozliwePosuniecia(Symbol s) {
        List<Plansza> wynik = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (pola[i][j] != Symbol.BRAK) continue;
                Plansza nowa = new Plansza(pola);
                nowa.pola[i][j] = s;
                wynik.add(nowa);
            }
        }
        return wynik;
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        for (Symbol[] wiersz : pola) {
            for (Symbol s : wiersz) sb.append(s);
            sb.append('\n');
        }
        return sb.toString();
    }
}

public class IloscMozliwosci {
    public static int iloscMozliwychRozgrywek(Plansza p, Symbol s) {
        if (p.czyKoniec()) return 1;
        Symbol drugi = s == Symbol.KOLKO ? Symbol.KRZYZYK : Symbol.KOLKO;
        int suma = 0;
        for (Plansza nastepna : p.wszystkieMozliwePosuniecia(s)) {
            suma += iloscMozliwychRozgrywek(nastepna, drugi);
        }
        return suma;
    }

    public static void main(String[] args) {
        System.out.println("Ilość rozgrywek: " + iloscMozliwychRozgrywek(new Plansza(), Symbol.KRZYZYK));
    }
}
