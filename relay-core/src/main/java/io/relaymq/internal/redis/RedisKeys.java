package io.relaymq.internal.redis;

import java.nio.charset.StandardCharsets;

/**
 * Every key of a broadcast begins with {@code relay:{namespace:broadcast}:}, so a broadcast is one cluster slot. The
 * scripts append:
 *
 * <ul>
 *   <li>{@code log} (stream), {@code meta} (hash), {@code routes} (hash), {@code shapes} (hash), {@code subs} (hash),
 *       {@code unread} (zset), {@code paused} (hash), {@code idle} (hash), {@code delayed} (zset), {@code delayed-bodies} (hash), {@code retained}
 *       (stream), {@code retained-ids} (hash), {@code retained-until} (zset), {@code dedup:} and an
 *       idempotency key (string)
 *   <li>for each subscription {@code inbox:} (stream), {@code flight:} (hash), {@code wait:} (hash), {@code due:} (zset),
 *       {@code taken:} (hash), {@code tries:} (hash), {@code dead:} (stream), {@code stats:} (hash), {@code rate:} (string)
 * </ul>
 *
 * The page {@code docs/reference/redis-layout.md} says what they hold.
 */
final class RedisKeys {

    /** The one group of every inbox, and its one consumer. */
    static final byte[] GROUP = bytes("relay");

    private final String prefix;

    RedisKeys(String namespace, String broadcast) {
        this.prefix = "relay:{" + namespace + ":" + broadcast + "}:";
    }

    byte[] prefix() {
        return bytes(prefix);
    }

    String inboxName(String subscription) {
        return prefix + "inbox:" + subscription;
    }

    byte[] inbox(String subscription) {
        return bytes(inboxName(subscription));
    }

    byte[] log() {
        return bytes(prefix + "log");
    }

    byte[] subs() {
        return bytes(prefix + "subs");
    }

    byte[] dead(String subscription) {
        return bytes(prefix + "dead:" + subscription);
    }

    byte[] flight(String subscription) {
        return bytes(prefix + "flight:" + subscription);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
