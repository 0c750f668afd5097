public class IloscMozliwosci {

    public static int iloscMozliwychRozgrywek(Plansza p, Symbol s) {
        if (p.czyPelna()) {
            return 1;
        }
        int suma = 0;
        for (Plansza nowa : p.wszystkieMozliwePosuniecia(s)) {
            if (s == Symbol.KOLKO) {
                suma += iloscMozliwychRozgrywek(nowa, Symbol.KRZYZYK);
            } else {
                suma += iloscMozliwychRozgrywek(nowa, Symbol.KOLKO);
            }
        }
        return suma;
    }

    public static void main(String[] args) {
        System.out.println(iloscMozliwychRozgrywek(new Plansza(), Symbol.KRZYZYK));
    }
}
