package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.load.Verdict;
import io.relaymq.benchmarks.server.Usage;

/**
 * What came of one run, from the first measured publish to the last delivery.
 *
 * @param published messages that the server answered for
 * @param delivered messages that came to handlers
 * @param seconds from the first publish to the last delivery
 * @param used what the server used
 * @param clientCpuSeconds what this process used: publisher, subscriptions, and counting
 * @param verdict whether all of it is right
 * @param server name and version of the server
 */
public record Outcome(
        long published,
        long delivered,
        double seconds,
        Usage used,
        double clientCpuSeconds,
        Verdict verdict,
        String server) {

    /** Messages published a second. */
    public double publishedPerSecond() {
        return published / seconds;
    }

    /** Messages delivered a second, to all subscriptions together. */
    public double deliveredPerSecond() {
        return delivered / seconds;
    }

    /** The server's processor time by messages published, all deliveries included. */
    public double microsPerPublished() {
        return used.cpuSeconds() * 1e6 / published;
    }

    /** The server's processor time by messages delivered, the publishes included. */
    public double microsPerDelivered() {
        return used.cpuSeconds() * 1e6 / delivered;
    }

    /** This process's processor time by messages delivered. */
    public double clientMicrosPerDelivered() {
        return clientCpuSeconds * 1e6 / delivered;
    }

    /** Bytes the server sent, by messages delivered; answers to publishes are among them. */
    public double sentPerDelivered() {
        return used.sent() / delivered;
    }

    /** Bytes the server received, by messages published; reads and acks are among them. */
    public double receivedPerPublished() {
        return used.received() / published;
    }
}
