import java.util.ArrayList;

public class Plansza {
    Symbol[][] pola;

    public Plansza() {
        pola = new Symbol[3][3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                pola[i][j] = Symbol.BRAK;
            }
        }
    }

    public Plansza(Symbol[][] pola) {
        this.pola = pola;
    }

    public boolean czyWygrana(Symbol s) {
        for (int i = 0; i < 3; i++) {
            if (pola[i][0] == s && pola[i][1] == s && pola[i][2] == s) return true;
            if (pola[0][i] == s && pola[1][i] == s && pola[2][i] == s) return true;
        }
        if (pola[0][0] == s && pola[1][1] == s && pola[2][2] == s) return true;
        if (pola[0][2] == s && pola[1][1] == s && pola[2][0] == s) return true;
        return false;
    }

    public boolean czyPelna() {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (pola[i][j] == Symbol.BRAK) return false;
            }
        }
        return true;
    }

    public boolean czyRemis() {
        return czyPelna() && !czyWygrana(Symbol.KOLKO) && !czyWygrana(Symbol.KRZYZYK);
    }

    public boolean czyKoniec() {
        return czyRemis() || czyWygrana(Symbol.KOLKO) || czyWygrana(Symbol.KRZYZYK);
    }

    public ArrayList<Plansza> wszystkieMozliwePosuniecia(Symbol s) {
        ArrayList<Plansza> lista = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (pola[i][j] == Symbol.BRAK) {
                    Symbol[][] nowe = new Symbol[3][3];
                    for (int k = 0; k < 3; k++) {
                        for (int l = 0; l < 3; l++) {
                            nowe[k][l] = pola[k][l];
                        }
                    }
                    nowe[i][j] = s;
                    lista.add(new Plansza(nowe));
                }
            }
        }
        return lista;
    }

    public String toString() {
        String wynik = "";
        for (int i = 0; i < 3; i++) {
            wynik += "" + pola[i][0] + pola[i][1] + pola[i][2] + "\n";
        }
        return wynik;
    }
}
