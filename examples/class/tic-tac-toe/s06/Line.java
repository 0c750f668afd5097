package kr.lab.game;

/** 한 줄: 누가 몇 개를 놓았는지 */
class Line {
    private final int length;
    private int owner;
    private int count;
    private boolean mixed;

    Line(int length) {
        this.length = length;
    }

    boolean put(int player) {
        if (owner == 0) owner = player;
        if (owner != player) mixed = true;
        count++;
        return !mixed && count == length;
    }
}
