package io.relaymq;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What holds for a whole {@link Relay}.
 *
 * @param namespace isolates environments on one Redis; 1 to 128 of {@code A-Z a-z 0-9 _ . -}; default {@code relay}
 * @param broadcastDefaults what holds for a broadcast that has no options of its own
 * @param broadcasts options of single broadcasts, by name
 * @param maxMessageSize most bytes of a message's encoded payload and headers; default 512 KiB
 * @param idempotencyWindow how long an idempotency key is remembered; default 2 min
 * @param commandTimeout how long an answer of Redis is awaited; default 5 s
 * @param maxInFlightPublishes most publishes of a broadcast, of this process, whose answers are awaited at a time; above it
 *     {@link Broadcast#publishAsync} fails at once and {@link Broadcast#publish} waits; default 10,000
 * @param closeTimeout how long {@link Relay#close()} waits for running handlers; default 20 s
 */
public record RelayOptions(
        String namespace,
        BroadcastOptions broadcastDefaults,
        Map<String, BroadcastOptions> broadcasts,
        int maxMessageSize,
        Duration idempotencyWindow,
        Duration commandTimeout,
        int maxInFlightPublishes,
        Duration closeTimeout) {

    private static final RelayOptions DEFAULTS = new RelayOptions(
            "relay",
            BroadcastOptions.defaults(),
            Map.of(),
            512 * 1024,
            Duration.ofMinutes(2),
            Duration.ofSeconds(5),
            10_000,
            Duration.ofSeconds(20));

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public RelayOptions {
        Names.requireValid("namespace", namespace);
        Objects.requireNonNull(broadcastDefaults, "broadcastDefaults");
        broadcasts = Map.copyOf(broadcasts);
        broadcasts.keySet().forEach(name -> Names.requireValid("broadcast", name));
        require(maxMessageSize >= 1, "maxMessageSize to be at least 1 byte", maxMessageSize);
        require(idempotencyWindow.toMillis() >= 1, "idempotencyWindow to be at least 1 ms", idempotencyWindow);
        require(commandTimeout.toMillis() >= 10, "commandTimeout to be at least 10 ms", commandTimeout);
        require(maxInFlightPublishes >= 1, "maxInFlightPublishes to be at least 1", maxInFlightPublishes);
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
     * What holds for one broadcast.
     *
     * @throws IllegalArgumentException if the name is not of the form that names have
     */
    public BroadcastOptions broadcast(String name) {
        return broadcasts.getOrDefault(Names.requireValid("broadcast", name), broadcastDefaults);
    }

    /** These options with another namespace. */
    public RelayOptions withNamespace(String namespace) {
        return changed(draft -> draft.namespace = namespace);
    }

    /** These options with other ones for every broadcast that has none of its own. */
    public RelayOptions withBroadcastDefaults(BroadcastOptions broadcastDefaults) {
        return changed(draft -> draft.broadcastDefaults = broadcastDefaults);
    }

    /** {@link #withBroadcastDefaults} with another cap. */
    public RelayOptions withMaxMessages(long maxMessages) {
        return withBroadcastDefaults(broadcastDefaults.withMaxMessages(maxMessages));
    }

    /** These options with options of one broadcast. */
    public RelayOptions withBroadcast(String name, BroadcastOptions options) {
        return changed(draft -> {
            draft.broadcasts = new HashMap<>(broadcasts);
            draft.broadcasts.put(name, options);
        });
    }

    /** These options with another limit of a message's size, in bytes. */
    public RelayOptions withMaxMessageSize(int maxMessageSize) {
        return changed(draft -> draft.maxMessageSize = maxMessageSize);
    }

    /** These options with another time for which idempotency keys are remembered. */
    public RelayOptions withIdempotencyWindow(Duration idempotencyWindow) {
        return changed(draft -> draft.idempotencyWindow = idempotencyWindow);
    }

    /** These options with another time to wait for an answer. */
    public RelayOptions withCommandTimeout(Duration commandTimeout) {
        return changed(draft -> draft.commandTimeout = commandTimeout);
    }

    /** These options with another number of publishes whose answers are awaited at a time. */
    public RelayOptions withMaxInFlightPublishes(int maxInFlightPublishes) {
        return changed(draft -> draft.maxInFlightPublishes = maxInFlightPublishes);
    }

    /** These options with another time to wait on close. */
    public RelayOptions withCloseTimeout(Duration closeTimeout) {
        return changed(draft -> draft.closeTimeout = closeTimeout);
    }

    private RelayOptions changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** The values on their way from one set of options to the next. */
    private static final class Draft {

        String namespace;
        BroadcastOptions broadcastDefaults;
        Map<String, BroadcastOptions> broadcasts;
        int maxMessageSize;
        Duration idempotencyWindow;
        Duration commandTimeout;
        int maxInFlightPublishes;
        Duration closeTimeout;

        Draft(RelayOptions from) {
            namespace = from.namespace;
            broadcastDefaults = from.broadcastDefaults;
            broadcasts = from.broadcasts;
            maxMessageSize = from.maxMessageSize;
            idempotencyWindow = from.idempotencyWindow;
            commandTimeout = from.commandTimeout;
            maxInFlightPublishes = from.maxInFlightPublishes;
            closeTimeout = from.closeTimeout;
        }

        RelayOptions options() {
            return new RelayOptions(
                    namespace,
                    broadcastDefaults,
                    broadcasts,
                    maxMessageSize,
                    idempotencyWindow,
                    commandTimeout,
                    maxInFlightPublishes,
                    closeTimeout);
        }
    }
}
