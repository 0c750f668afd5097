public enum Symbol {
    BRAK("-"),
    KOLKO("O"),
    KRZYZYK("X");

    private final String znak;

    Symbol(String znak) {
        this.znak = znak;
    }

    /** Returns the symbol that moves after this one. */
    public Symbol przeciwny() {
        return this == KRZYZYK ? KOLKO : KRZYZYK;
    }

    @Override
    public String toString() {
        return znak;
    }
}
