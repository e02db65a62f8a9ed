package io.relaymq.benchmarks.scale;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * One server that does one thing after the other: publishes that come at random, independently of one another, and between them, for
 * each subscription, a read with its settle after every so many messages. How long a publish takes in it, its waiting included.
 */
public final class Simulation {

    private static final int MESSAGES_PER_READ = 32;

    private final double[] micros;

    /** @param busy the part of the server's time that is used, below 1 */
    public Simulation(Costs costs, int matches, double busy, int publishes, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        double between = costs.message(matches) / busy;
        double now = 0;
        double free = 0;
        micros = new double[publishes];
        for (int n = 0; n < publishes; n++) {
            now += -Math.log(1 - random.nextDouble()) * between;
            free = Math.max(free, now) + costs.published(matches);
            micros[n] = free - now;
            for (int subscription = 0; subscription < matches; subscription++) {
                if ((n + subscription * MESSAGES_PER_READ / matches) % MESSAGES_PER_READ == 0) { // not all at a time
                    free += MESSAGES_PER_READ * costs.delivery();
                }
            }
        }
        Arrays.sort(micros);
    }

    /** Microseconds that such a part of the publishes does not exceed. */
    public double percentile(double percent) {
        return micros[(int) Math.min(micros.length - 1, Math.ceil(micros.length * percent / 100) - 1)];
    }
}
