public class Main {
    public static void main(String[] args) {
        // 9 pol na pierwszy ruch, 8 na drugi, 7 na trzeci...
        int ilosc = 1;
        for (int i = 9; i >= 1; i--) {
            ilosc *= i;
        }
        System.out.println("Ilosc rozgrywek: " + ilosc);
    }
}
