package io.relaymq;

import java.time.Duration;

/**
 * What holds for one broadcast. It is kept in Redis: whoever publishes applies it, and the last one declared wins.
 *
 * @param maxMessages how many messages it keeps, the hard cap; default 100,000; 0 = no cap, and then a subscription that
 *     nobody reads fills Redis without end
 * @param maxAge how long it keeps a message; default zero = no limit
 * @param overflow what happens when the cap would take messages that a subscription has not been given; default
 *     {@link Overflow#DROP_OLDEST}
 * @param expireAfter how long nobody may read a subscription before it is removed, with what it has not received and its dead
 *     letters; default zero = it is never removed. Time counts while a process that declared this looks, in steps of a tenth of
 *     it, at most a minute: not that in which Redis is away. Should be many times the longest lock-duration
 */
public record BroadcastOptions(long maxMessages, Duration maxAge, Overflow overflow, Duration expireAfter) {

    /** What happens when the cap would take messages that a subscription has not been given. */
    public enum Overflow {
        /** They are dropped for it, and counted. */
        DROP_OLDEST,
        /** The publish is refused with a {@link BroadcastOverflowException} that names the subscription. */
        REJECT
    }

    /** The default of {@link #maxMessages()}. */
    public static final long DEFAULT_MAX_MESSAGES = 100_000;

    private static final BroadcastOptions DEFAULTS =
            new BroadcastOptions(DEFAULT_MAX_MESSAGES, Duration.ZERO, Overflow.DROP_OLDEST, Duration.ZERO);

    /**
     * @throws IllegalArgumentException if a value is negative
     */
    public BroadcastOptions {
        if (maxMessages < 0) {
            throw new IllegalArgumentException("Expected maxMessages not to be negative, got: " + maxMessages);
        }
        if (maxAge.isNegative()) {
            throw new IllegalArgumentException("Expected maxAge not to be negative, got: " + maxAge);
        }
        if (expireAfter.isNegative()) {
            throw new IllegalArgumentException("Expected expireAfter not to be negative, got: " + expireAfter);
        }
    }

    /** The defaults. */
    public static BroadcastOptions defaults() {
        return DEFAULTS;
    }

    /** These options with another cap. */
    public BroadcastOptions withMaxMessages(long maxMessages) {
        return new BroadcastOptions(maxMessages, maxAge, overflow, expireAfter);
    }

    /** These options with another age. */
    public BroadcastOptions withMaxAge(Duration maxAge) {
        return new BroadcastOptions(maxMessages, maxAge, overflow, expireAfter);
    }

    /** These options with another policy. */
    public BroadcastOptions withOverflow(Overflow overflow) {
        return new BroadcastOptions(maxMessages, maxAge, overflow, expireAfter);
    }

    /** These options with another time after which a subscription that nobody reads is removed. */
    public BroadcastOptions withExpireAfter(Duration expireAfter) {
        return new BroadcastOptions(maxMessages, maxAge, overflow, expireAfter);
    }
}
