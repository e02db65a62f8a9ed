package io.relaymq;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is published. Immutable if its payload is. Made by {@link #of} and changed by the {@code with} methods.
 *
 * @param subject its dotted address
 * @param payload what the {@link PayloadCodec} encodes; {@code byte[]} and {@code String} travel as they are; null is an
 *     empty payload
 * @param headers text by name, handed to every handler; empty by default
 * @param idempotencyKey a publish with the key of an earlier one, within {@link RelayOptions#idempotencyWindow()}, stores
 *     nothing and returns the first one's id; null = none, the default; at most 512 characters
 * @param timeToLive after this time it is not delivered any more, and counted as expired; of a delayed message it counts
 *     from when it is due; zero = no limit, the default
 * @param requireSubscribers whether to refuse it if no subscription matches; false by default
 * @param delay how long to wait before it is published, by the server's clock; zero = not at all, the default
 * @param dueAt when it is to be published, by the server's clock; null = at once, or after the delay, the default
 * @param retain for how long it is the retained value of its subject; zero = without end; null = it is none, the default
 */
public record Message(
        String subject,
        @Nullable Object payload,
        Map<String, String> headers,
        @Nullable String idempotencyKey,
        Duration timeToLive,
        boolean requireSubscribers,
        Duration delay,
        @Nullable Instant dueAt,
        @Nullable Duration retain) {

    /** The header in which the {@linkplain #withOrderingKey ordering key} travels; for clients in other languages. */
    public static final String ORDERING_KEY_HEADER = "relay-ordering-key";

    private static final int LONGEST_KEY = 512;

    /**
     * @throws InvalidSubjectException if the subject breaks a rule
     * @throws IllegalArgumentException if the idempotency or ordering key is empty or too long, a time negative, both a delay and a time
     *     given, or a delayed message requires subscribers: when it is due nobody is left to be told
     */
    public Message {
        Subjects.requireValid(subject);
        headers = Map.copyOf(headers);
        requireKey("idempotency key", idempotencyKey);
        requireKey("ordering key", headers.get(ORDERING_KEY_HEADER));
        require(!timeToLive.isNegative(), "the time to live not to be negative", timeToLive);
        require(!delay.isNegative(), "the delay not to be negative", delay);
        require(
                retain == null || !retain.isNegative(),
                "the time to retain not to be negative",
                String.valueOf(retain));
        require(dueAt == null || delay.isZero(), "a delay or a time, not both", delay + " and " + dueAt);
        require(
                !requireSubscribers || dueAt == null && delay.isZero(),
                "a delayed message not to require subscribers",
                "both");
    }

    private static void requireKey(String what, @Nullable String key) {
        require(
                key == null || !key.isEmpty() && key.length() <= LONGEST_KEY,
                "the " + what + " to have 1 to " + LONGEST_KEY + " characters",
                key == null ? 0 : key.length());
    }

    private static void require(boolean holds, String what, Object got) {
        if (!holds) {
            throw new IllegalArgumentException("Expected " + what + ", got: " + got);
        }
    }

    /** A message without headers and options. */
    public static Message of(String subject, @Nullable Object payload) {
        return new Message(subject, payload, Map.of(), null, Duration.ZERO, false, Duration.ZERO, null, null);
    }

    /** Whether it is to be published later. */
    public boolean isDelayed() {
        return dueAt != null || !delay.isZero();
    }

    /** The same message with another payload. */
    public Message withPayload(@Nullable Object payload) {
        return with(draft -> draft.payload = payload);
    }

    /** The same message with one header more; a header of that name is replaced. */
    public Message withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return with(draft -> draft.headers = more);
    }

    /** The same message under an idempotency key: it may be published again when the outcome is unknown. */
    public Message withIdempotencyKey(String key) {
        return with(draft -> draft.idempotencyKey = key);
    }

    /** The same message with a time to live, to the millisecond. */
    public Message withTimeToLive(Duration timeToLive) {
        return with(draft -> draft.timeToLive = timeToLive);
    }

    /** The same message, refused with a {@link NoSubscribersException} if no subscription matches. */
    public Message requiringSubscribers() {
        return with(draft -> draft.requireSubscribers = true);
    }

    /**
     * The same message, published after a delay, to the millisecond: to the subscriptions that match then, with an id of then.
     * Until then it is not in the log, {@link Broadcast#cancel} takes it back, and it is one of at most 100,000 that wait in a
     * broadcast. The idempotency key is checked, and remembered from, when it is handed over.
     */
    public Message withDelay(Duration delay) {
        return with(draft -> {
            draft.delay = delay;
            draft.dueAt = null;
        });
    }

    /** {@link #withDelay}, until a time by the server's clock, to the millisecond; one that is over is due at once. */
    public Message withDelayUntil(Instant dueAt) {
        return with(draft -> {
            draft.delay = Duration.ZERO;
            draft.dueAt = Objects.requireNonNull(dueAt, "dueAt");
        });
    }

    /** {@link #withRetain(Duration)}, without end. */
    public Message withRetain() {
        return withRetain(Duration.ZERO);
    }

    /**
     * The same message, kept as the value of its subject in place of the one before: {@link Broadcast#retained()} reads it, and a
     * subscription that asks for it ({@link WorkerOptions#retained()}) is given it first. It is delivered as any message besides.
     * One without a payload is delivered, and takes the value away. At most 100,000 subjects of a broadcast have a value.
     *
     * @param retain after this time it is no value any more; of a delayed message it counts from when it is due, and a time to
     *     live that is shorter ends it too; zero = without end
     */
    public Message withRetain(Duration retain) {
        return with(draft -> draft.retain = Objects.requireNonNull(retain, "retain"));
    }

    /** The key in whose order it is handled; null if it has none. */
    public @Nullable String orderingKey() {
        return headers.get(ORDERING_KEY_HEADER);
    }

    /**
     * The same message under an ordering key. Of the messages of one key a {@link BroadcastWorker} runs one at a time, whatever its
     * {@link WorkerOptions#concurrency()}, in the order in which they came to it: what it was given in one read is in the order of
     * the log. Other keys, and messages without one, run beside them. The key is held until the handler has returned or its stage has
     * completed. One that ran out of its time ({@link WorkerOptions#handlerTimeout()}) and still does not end lets go of it after
     * the same time once more.
     *
     * <p>A delivery that failed waits for its retry, and one that was given back for its next run, out of the way: later ones of its
     * key go on. Other processes of the subscription know nothing of it. The key goes with the message through delay, retry, dead
     * letter and replay, as header {@link #ORDERING_KEY_HEADER}.
     *
     * @param key 1 to 512 characters; null = none, the default
     */
    public Message withOrderingKey(@Nullable String key) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.remove(ORDERING_KEY_HEADER);
        if (key != null) {
            changed.put(ORDERING_KEY_HEADER, key);
        }
        return with(draft -> draft.headers = changed);
    }

    private Message with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.message();
    }

    /** The values of a message that is being made. */
    private static final class Draft {

        private final String subject;
        private @Nullable Object payload;
        private Map<String, String> headers;
        private @Nullable String idempotencyKey;
        private Duration timeToLive;
        private boolean requireSubscribers;
        private Duration delay;
        private @Nullable Instant dueAt;
        private @Nullable Duration retain;

        Draft(Message from) {
            subject = from.subject;
            payload = from.payload;
            headers = from.headers;
            idempotencyKey = from.idempotencyKey;
            timeToLive = from.timeToLive;
            requireSubscribers = from.requireSubscribers;
            delay = from.delay;
            dueAt = from.dueAt;
            retain = from.retain;
        }

        Message message() {
            return new Message(
                    subject, payload, headers, idempotencyKey, timeToLive, requireSubscribers, delay, dueAt, retain);
        }
    }
}
