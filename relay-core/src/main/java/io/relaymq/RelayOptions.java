package io.relaymq;

import java.time.Duration;
import java.util.Map;

/**
 * What holds for a whole {@link Relay}.
 *
 * @param namespace isolates environments on one Redis; 1 to 128 of {@code A-Z a-z 0-9 _ . -}; default {@code relay}
 * @param maxMessages how many messages a broadcast keeps, the hard cap; default 100,000; 0 = no cap, and then a
 *     subscription that nobody reads fills Redis without end
 * @param maxMessagesByBroadcast overrides of {@code maxMessages} by broadcast name
 * @param maxMessageSize most bytes of a message's encoded payload and headers; default 512 KiB
 * @param commandTimeout how long an answer of Redis is awaited; default 5 s
 * @param closeTimeout how long {@link Relay#close()} waits for running handlers; default 20 s
 */
public record RelayOptions(
        String namespace,
        long maxMessages,
        Map<String, Long> maxMessagesByBroadcast,
        int maxMessageSize,
        Duration commandTimeout,
        Duration closeTimeout) {

    /** The default of {@link #maxMessages()}. */
    public static final long DEFAULT_MAX_MESSAGES = 100_000;

    private static final RelayOptions DEFAULTS = new RelayOptions(
            "relay", DEFAULT_MAX_MESSAGES, Map.of(), 512 * 1024, Duration.ofSeconds(5), Duration.ofSeconds(20));

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public RelayOptions {
        Names.requireValid("namespace", namespace);
        maxMessagesByBroadcast = Map.copyOf(maxMessagesByBroadcast);
        maxMessagesByBroadcast.forEach((broadcast, max) -> {
            Names.requireValid("broadcast", broadcast);
            require(max >= 0, "maxMessages of broadcast '" + broadcast + "' not to be negative", max);
        });
        require(maxMessages >= 0, "maxMessages not to be negative", maxMessages);
        require(maxMessageSize >= 1, "maxMessageSize to be at least 1 byte", maxMessageSize);
        require(commandTimeout.toMillis() >= 10, "commandTimeout to be at least 10 ms", commandTimeout);
        require(!closeTimeout.isNegative(), "closeTimeout not to be negative", closeTimeout);
    }

    private static void require(boolean holds, String what, Object got) {
        if (!holds) {
            throw new IllegalArgumentException("Expected " + what + ", got: " + got);
        }
    }

    /** The defaults. */
    public static RelayOptions defaults() {
        return DEFAULTS;
    }

    /**
     * The cap of one broadcast; 0 = none.
     *
     * @throws IllegalArgumentException if the name is not of the form that names have
     */
    public long maxMessagesOf(String broadcast) {
        Names.requireValid("broadcast", broadcast);
        return maxMessagesByBroadcast.getOrDefault(broadcast, maxMessages);
    }

    /** These options with another namespace. */
    public RelayOptions withNamespace(String namespace) {
        return new RelayOptions(
                namespace, maxMessages, maxMessagesByBroadcast, maxMessageSize, commandTimeout, closeTimeout);
    }

    /** These options with another cap for every broadcast that has none of its own. */
    public RelayOptions withMaxMessages(long maxMessages) {
        return new RelayOptions(
                namespace, maxMessages, maxMessagesByBroadcast, maxMessageSize, commandTimeout, closeTimeout);
    }

    /** These options with other caps of single broadcasts. */
    public RelayOptions withMaxMessagesByBroadcast(Map<String, Long> maxMessagesByBroadcast) {
        return new RelayOptions(
                namespace, maxMessages, maxMessagesByBroadcast, maxMessageSize, commandTimeout, closeTimeout);
    }

    /** These options with another limit of a message's size, in bytes. */
    public RelayOptions withMaxMessageSize(int maxMessageSize) {
        return new RelayOptions(
                namespace, maxMessages, maxMessagesByBroadcast, maxMessageSize, commandTimeout, closeTimeout);
    }

    /** These options with another time to wait for an answer. */
    public RelayOptions withCommandTimeout(Duration commandTimeout) {
        return new RelayOptions(
                namespace, maxMessages, maxMessagesByBroadcast, maxMessageSize, commandTimeout, closeTimeout);
    }

    /** These options with another time to wait on close. */
    public RelayOptions withCloseTimeout(Duration closeTimeout) {
        return new RelayOptions(
                namespace, maxMessages, maxMessagesByBroadcast, maxMessageSize, commandTimeout, closeTimeout);
    }
}
