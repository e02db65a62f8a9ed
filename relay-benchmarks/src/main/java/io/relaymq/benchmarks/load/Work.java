package io.relaymq.benchmarks.load;

/**
 * What a run is made of: one publisher, so many subscriptions, and what each wants.
 *
 * @param subscriptions how many
 * @param share of the messages that each subscription wants: 1, or 0.1 (the subjects whose second segment is its own)
 * @param payload bytes of a message's body; at least {@link Body#SMALLEST}
 */
public record Work(int subscriptions, double share, int payload) {

    /** Most publishes that are not answered, and most deliveries that are not acked, at a time. */
    public static final int WINDOW = 256;

    /** How many messages a system that keeps a log keeps in it. */
    public static final int LOG = 100_000;

    /** A cap that no run reaches, where what trimming costs is another question. */
    public static final int NO_CAP = 10_000_000;

    /** A number no run comes near to, for arrays. */
    static final int MOST_MESSAGES = 1 << 24;

    public Work {
        if (share != 1 && share != 0.1) {
            throw new IllegalArgumentException("Expected a share of 1 or 0.1, got: " + share);
        }
        if (payload < Body.SMALLEST) {
            throw new IllegalArgumentException(
                    "Expected a payload of at least " + Body.SMALLEST + " bytes, got: " + payload);
        }
    }

    /** Whether a subscription wants every message. */
    public boolean wantsAll() {
        return share == 1;
    }

    /** Whether a subscription wants the message of that number. */
    public boolean wants(int subscription, long number) {
        return wantsAll() || Addresses.group(number) == subscription % Addresses.GROUPS;
    }

    /** What a subscription wants, as everything below: {@code t} or {@code t.3}. */
    public String prefix(int subscription) {
        return wantsAll() ? "t" : "t." + subscription % Addresses.GROUPS;
    }

    /** The name of a subscription. */
    public static String name(int subscription) {
        return "s" + subscription;
    }
}
