public class IloscMozliwosci {
    static Symbol zmien(Symbol s) {
        if (s == Symbol.KOLKO) return Symbol.KRZYZYK;
        return Symbol.KOLKO;
    }

    public static int iloscMozliwychRozgrywek(Plansza p, Symbol s) {
        // koniec gdy nie ma już wolnych pól
        if (p.wszystkieMozliwePosuniecia(s).isEmpty()) return 1;
        int ile = 0;
        for (Plansza nowa : p.wszystkieMozliwePosuniecia(s)) {
            ile = ile + iloscMozliwychRozgrywek(nowa, zmien(s));
        }
        return ile;
    }

    public static void main(String[] args) {
        System.out.println(iloscMozliwychRozgrywek(new Plansza(), Symbol.KRZYZYK));
    }
}
