public class Main {
    static char[] t = "---------".toCharArray();
    static int wynik = 0;

    static boolean linia(int start, int krok) {
        return t[start] != '-' && t[start] == t[start + krok] && t[start] == t[start + 2 * krok];
    }

    static boolean koniec() {
        for (int i = 0; i < 3; i++) {
            if (linia(3 * i, 1) || linia(i, 3)) return true;
        }
        return linia(0, 4) || linia(2, 2);
    }

    static void ruch(int numer) {
        if (koniec() || numer == 9) {
            wynik++;
            return;
        }
        for (int i = 0; i < 9; i++) {
            if (t[i] == '-') {
                t[i] = numer % 2 == 0 ? 'X' : 'O';
                ruch(numer + 1);
                t[i] = '-';
            }
        }
    }

    public static void main(String[] args) {
        ruch(0);
        String s = "" + wynik;
        System.out.println("Liczba gier: " + s.substring(0, 3) + "," + s.substring(3));
    }
}
