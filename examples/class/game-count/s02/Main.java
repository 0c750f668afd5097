package kolkokrzyzyk;

public class Main {
    public static void main(String[] args) {
        Plansza pusta = new Plansza();
        System.out.print(pusta);
        System.out.println(new IloscMozliwosci().iloscMozliwychRozgrywek(pusta, Symbol.KRZYZYK));
    }
}
