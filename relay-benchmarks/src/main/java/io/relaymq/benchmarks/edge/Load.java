package io.relaymq.benchmarks.edge;

import java.time.Duration;

/**
 * What a run is made of.
 *
 * @param perSecond messages that are published
 * @param warmUp seconds of publishing before delays count; everything else counts from the start
 * @param measured seconds of publishing after that
 * @param patient whether to wait for what ends a minute after the last client
 */
public record Load(int clients, int perSecond, double warmUp, double measured, boolean patient) {

    /** Shorter than an application would have it, so that a run sees many. */
    static final Duration HEARTBEAT = Duration.ofSeconds(2);

    /** In seconds: twice the heartbeat, how often the application looks, and how often we do, at both ends. */
    static final double CUT_OFF_BOUND = 2.2 * HEARTBEAT.toSeconds() + 2 * SilenceWatch.LOOK_MILLIS / 1e3;

    long warmUpMessages() {
        return Math.round(perSecond * warmUp);
    }

    long messages() {
        return Math.round(perSecond * (warmUp + measured));
    }
}
