package kolkokrzyzyk;

public enum Symbol {
    BRAK, KOLKO, KRZYZYK;

    public Symbol przeciwny() {
        switch (this) {
            case KOLKO: return KRZYZYK;
            case KRZYZYK: return KOLKO;
            default: return BRAK;
        }
    }

    @Override
    public String toString() {
        return this == BRAK ? "-" : this == KOLKO ? "O" : "X";
    }
}
