package io.relaymq;

import java.util.Random;

/** Random input that can be had again: run with {@code -Drelay.seed=…} and the seed that the failed run printed. */
public final class Seed {

    private Seed() {}

    public static Random random(String test) {
        long seed = Long.getLong("relay.seed", new Random().nextLong());
        System.out.println(test + ": -Drelay.seed=" + seed);
        return new Random(seed);
    }
}
