package io.relaymq.internal.lease.model;

import java.util.List;
import java.util.Map;

/**
 * What came of a schedule.
 *
 * @param violations how often each happened
 * @param first when each happened first, and to which message
 * @param takeovers for each delivery of a killed process: (time until it was due again - lock) / stalled-interval
 */
record Outcome(
        long seed,
        int messages,
        int handled,
        int dead,
        int dropped,
        Map<Violation, Integer> violations,
        Map<Violation, String> first,
        List<Double> takeovers) {}
