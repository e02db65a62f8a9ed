package io.relaymq;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is published. Immutable if its payload is.
 *
 * @param subject its dotted address
 * @param payload what the {@link PayloadCodec} encodes; {@code byte[]} and {@code String} travel as they are; null is an
 *     empty payload
 * @param headers text by name, handed to every handler; empty by default
 * @param idempotencyKey a publish with the key of an earlier one, within {@link RelayOptions#idempotencyWindow()}, stores
 *     nothing and returns the first one's id; null = none, the default; at most 512 characters
 * @param timeToLive after this time it is not delivered any more, and counted as expired; zero = no limit, the default
 * @param requireSubscribers whether to refuse it if no subscription matches; false by default
 */
public record Message(
        String subject,
        @Nullable Object payload,
        Map<String, String> headers,
        @Nullable String idempotencyKey,
        Duration timeToLive,
        boolean requireSubscribers) {

    private static final int LONGEST_KEY = 512;

    /**
     * @throws InvalidSubjectException if the subject breaks a rule
     * @throws IllegalArgumentException if the idempotency key is empty or too long, or the time to live negative
     */
    public Message {
        Subjects.requireValid(subject);
        headers = Map.copyOf(headers);
        if (idempotencyKey != null && (idempotencyKey.isEmpty() || idempotencyKey.length() > LONGEST_KEY)) {
            throw new IllegalArgumentException("Expected the idempotency key to have 1 to " + LONGEST_KEY
                    + " characters, got: " + idempotencyKey.length());
        }
        if (timeToLive.isNegative()) {
            throw new IllegalArgumentException("Expected the time to live not to be negative, got: " + timeToLive);
        }
    }

    /** A message without headers and options. */
    public static Message of(String subject, @Nullable Object payload) {
        return new Message(subject, payload, Map.of(), null, Duration.ZERO, false);
    }

    /** The same message with one header more; a header of that name is replaced. */
    public Message withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return new Message(subject, payload, more, idempotencyKey, timeToLive, requireSubscribers);
    }

    /** The same message under an idempotency key: it may be published again when the outcome is unknown. */
    public Message withIdempotencyKey(String key) {
        return new Message(subject, payload, headers, key, timeToLive, requireSubscribers);
    }

    /** The same message with a time to live, to the millisecond. */
    public Message withTimeToLive(Duration timeToLive) {
        return new Message(subject, payload, headers, idempotencyKey, timeToLive, requireSubscribers);
    }

    /** The same message, refused with a {@link NoSubscribersException} if no subscription matches. */
    public Message requiringSubscribers() {
        return new Message(subject, payload, headers, idempotencyKey, timeToLive, true);
    }
}
