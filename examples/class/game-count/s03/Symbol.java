public enum Symbol {
    BRAK("-"),
    KOLKO("O"),
    KRZYZYK("X");

    final String tekst;

    Symbol(String t) { tekst = t; }

    public String toString() { return tekst; }
}
