package io.relaymq.spring;

import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.Subjects;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message in the making, from {@link RelayOperations#message}. The {@code send} methods publish it, each time they are called.
 * Not thread-safe.
 */
public final class RelayPublication {

    private static final Pattern VARIABLE = Pattern.compile("\\{[A-Za-z_][A-Za-z0-9_]*}");

    private RelayOperations relay;
    private final @Nullable Object payload;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private @Nullable String subject;
    private final List<UnaryOperator<Message>> options = new ArrayList<>();

    RelayPublication(RelayOperations relay, @Nullable Object payload) {
        this.relay = relay;
        this.payload = payload;
    }

    /** Where it is published to; required. */
    public RelayPublication subject(String subject) {
        this.subject = subject;
        return this;
    }

    /**
     * Where it is published to, as a template: each <code>{name}</code> becomes the next value, encoded as a segment by
     * {@link Subjects#encodeSegment}. A {@code @DestinationVariable} decodes it.
     *
     * @throws IllegalArgumentException if there are more or fewer values than variables, or one is empty
     */
    public RelayPublication subject(String template, Object... values) {
        Matcher variables = VARIABLE.matcher(template);
        StringBuilder filled = new StringBuilder();
        int next = 0;
        while (variables.find()) {
            if (next == values.length) {
                throw new IllegalArgumentException(
                        "Template '" + template + "' has more variables than the " + next + " values given");
            }
            variables.appendReplacement(filled, Subjects.encodeSegment(String.valueOf(values[next++])));
        }
        if (next < values.length) {
            throw new IllegalArgumentException("Template '" + template + "' has " + next + " variables, but there are "
                    + values.length + " values");
        }
        return subject(variables.appendTail(filled).toString());
    }

    /** The broadcast; default {@code relay.default-broadcast}. */
    public RelayPublication broadcast(String broadcast) {
        this.relay = relay.on(broadcast);
        return this;
    }

    /** Adds a header; one of that name is replaced. */
    public RelayPublication header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Adds headers; those of the same names are replaced. */
    public RelayPublication headers(Map<String, String> headers) {
        this.headers.putAll(headers);
        return this;
    }

    /** See {@link Message#idempotencyKey()}; default none. */
    public RelayPublication idempotencyKey(String key) {
        return option(message -> message.withIdempotencyKey(key));
    }

    /** See {@link Message#withOrderingKey}; null = none, the default. */
    public RelayPublication orderingKey(@Nullable String key) {
        return option(message -> message.withOrderingKey(key));
    }

    /** See {@link Message#timeToLive()}; default no limit. */
    public RelayPublication timeToLive(Duration timeToLive) {
        return option(message -> message.withTimeToLive(timeToLive));
    }

    /** See {@link Message#requireSubscribers()}; default false. */
    public RelayPublication requireSubscribers() {
        return option(Message::requiringSubscribers);
    }

    /** See {@link Message#withDelay(Duration)}; default none. */
    public RelayPublication delay(Duration delay) {
        return option(message -> message.withDelay(delay));
    }

    /** See {@link Message#withDelayUntil(Instant)}; default none. */
    public RelayPublication delayUntil(Instant dueAt) {
        return option(message -> message.withDelayUntil(dueAt));
    }

    /** See {@link Message#withRetain()}; default not. */
    public RelayPublication retain() {
        return option(Message::withRetain);
    }

    /** See {@link Message#withRetain(Duration)}; default not. */
    public RelayPublication retain(Duration retain) {
        return option(message -> message.withRetain(retain));
    }

    private RelayPublication option(UnaryOperator<Message> option) {
        options.add(option);
        return this;
    }

    /** Publishes it and waits for the answer. */
    public PublishResult send() {
        return relay.publish(message());
    }

    /** Publishes it without waiting. */
    public CompletableFuture<PublishResult> sendAsync() {
        return relay.publishAsync(message());
    }

    /** Publishes it after the transaction has committed; see {@link RelayOperations#publishAfterCommit(Message)}. */
    public CompletableFuture<PublishResult> sendAfterCommit() {
        return relay.publishAfterCommit(message());
    }

    private Message message() {
        if (subject == null) {
            throw new IllegalStateException("The message has no subject: call subject(…) before it is sent");
        }
        Message message = Message.of(subject, payload);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            message = message.withHeader(header.getKey(), header.getValue());
        }
        for (UnaryOperator<Message> option : options) {
            message = option.apply(message);
        }
        return message;
    }
}
