package io.relaymq.samples.livemap;

import io.relaymq.Subjects;
import org.jspecify.annotations.Nullable;

/**
 * An earthquake.
 *
 * @param net the network that reported it
 * @param magnitude null if nobody has told; may be negative
 * @param place in words
 * @param longitude in degrees, east is positive
 * @param latitude in degrees, north is positive
 * @param depth in kilometres
 */
record Quake(
        String net,
        @Nullable Double magnitude,
        @Nullable String place,
        double longitude,
        double latitude,
        @Nullable Double depth) {

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
}
