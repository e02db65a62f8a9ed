package io.relaymq.benchmarks.server;

/**
 * What a server has used since it started.
 *
 * @param cpuSeconds processor time
 * @param received bytes that came over its connections; NaN if nobody can tell
 * @param sent bytes that went out; NaN if nobody can tell
 * @param memory bytes it holds now
 */
public record Usage(double cpuSeconds, double received, double sent, double memory) {

    /** What was used between an earlier look and this one; of memory, what is held now. */
    public Usage since(Usage earlier) {
        return new Usage(cpuSeconds - earlier.cpuSeconds, received - earlier.received, sent - earlier.sent, memory);
    }
}
