public class IloscMozliwosci {

    /** Returns in how many ways the game can go on; the symbol is the one to move. */
    public static long iloscMozliwychRozgrywek(Plansza plansza, Symbol symbol) {
        if (plansza.czyKoniec()) {
            return 1;
        }
        long ilosc = 0;
        for (Plansza nastepna : plansza.wszystkieMozliwePosuniecia(symbol)) {
            ilosc += iloscMozliwychRozgrywek(nastepna, symbol.przeciwny());
        }
        return ilosc;
    }

    public static void main(String[] args) {
        long ilosc = iloscMozliwychRozgrywek(new Plansza(), Symbol.KRZYZYK);
        System.out.println("Wszystkich rozgrywek jest " + ilosc + ".");
    }
}
