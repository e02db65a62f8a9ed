package io.relaymq.benchmarks.run;

import java.time.Duration;

/**
 * How long a run is.
 *
 * @param warmUp seconds before anything is measured
 * @param measured seconds that are
 * @param repeats how often, each time with a new server
 */
public record Length(double warmUp, double measured, int repeats) {

    Duration warmUpTime() {
        return ofSeconds(warmUp);
    }

    Duration measuredTime() {
        return ofSeconds(measured);
    }

    private static Duration ofSeconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }
}
