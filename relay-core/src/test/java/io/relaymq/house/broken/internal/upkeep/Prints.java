package io.relaymq.house.broken.internal.upkeep;

public final class Prints {
    void out() {
        System.out.println();
    }

    void err() {
        System.err.println();
    }

    void trace(Exception e) {
        e.printStackTrace();
    }
}
