package io.relaymq.samples.quakes;

import io.relaymq.Subjects;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An earthquake.
 *
 * @param net the network that reported it
 * @param magnitude null if nobody has told; may be negative
 * @param place in words
 * @param time when it began
 */
record Quake(
        String net,
        @Nullable Double magnitude,
        @Nullable String place,
        @Nullable Instant time) {

    /** {@code quakes.<net>.<band>}, such as {@code quakes.ak.m3}. */
    String subject() {
        return "quakes." + Subjects.encodeSegment(net) + "." + band();
    }

    /** The whole part of the magnitude, {@code m0} to {@code m9}, or {@code unknown}. */
    private String band() {
        if (magnitude == null || magnitude < 0) {
            return "unknown";
        }
        return "m" + Math.min(9, magnitude.intValue());
    }

    /** For humans. */
    String line() {
        return String.format("M %4s  %-50s  %s", magnitude == null ? "?" : magnitude, place == null ? "?" : place, net);
    }
}
