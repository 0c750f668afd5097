public enum Symbol {
    BRAK, KOLKO, KRZYZYK;

    public String toString() {
        if (this == KOLKO) {
            return "O";
        } else if (this == KRZYZYK) {
            return "X";
        } else {
            return "-";
        }
    }
}
