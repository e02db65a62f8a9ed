package io.relaymq.campaign;

import java.util.ArrayList;
import java.util.List;

/**
 * What one run, or several of one fault, came to. Times in milliseconds, the longest of all runs; numbers of the three
 * subscriptions together.
 *
 * @param takenByRedis lost by Redis itself, in the way that the fault makes it lose
 * @param recovered published with an unknown outcome, and handled
 * @param problems what should not be, in words
 */
record Outcome(
        int runs,
        long ok,
        long unknown,
        long recovered,
        long failed,
        long lost,
        long takenByRedis,
        long duplicates,
        long gap,
        long recovery,
        long caughtUp,
        long dead,
        long drops,
        List<String> problems) {

    Outcome and(Outcome other) {
        List<String> both = new ArrayList<>(problems);
        both.addAll(other.problems);
        return new Outcome(
                runs + other.runs,
                ok + other.ok,
                unknown + other.unknown,
                recovered + other.recovered,
                failed + other.failed,
                lost + other.lost,
                takenByRedis + other.takenByRedis,
                duplicates + other.duplicates,
                Math.max(gap, other.gap),
                Math.max(recovery, other.recovery),
                Math.max(caughtUp, other.caughtUp),
                dead + other.dead,
                drops + other.drops,
                both);
    }
}
