package io.relaymq.internal.publish;

import io.relaymq.Message;
import io.relaymq.MessageTooLargeException;
import io.relaymq.PayloadCodec;
import io.relaymq.RelayOptions;
import io.relaymq.internal.store.HeaderText;
import io.relaymq.internal.store.Outgoing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks a message and puts it into the form in which it is stored, not routed yet. */
final class Encoder {

    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Instant LATEST = Instant.ofEpochMilli(0).plus(LONGEST.multipliedBy(2));

    private final PayloadCodec codec;
    private final RelayOptions options;

    Encoder(PayloadCodec codec, RelayOptions options) {
        this.codec = codec;
        this.options = options;
    }

    Outgoing encode(Message message) {
        byte[] data = codec.encode(message.payload());
        byte[] headers = HeaderText.write(message.headers());
        Outgoing encoded = new Outgoing(message.subject(), headers, data, List.of(), terms(message));
        if (encoded.size() > options.maxMessageSize()) {
            throw new MessageTooLargeException("Cannot publish to subject '" + message.subject() + "': the message has "
                    + encoded.size() + " bytes, more than the limit of " + options.maxMessageSize()
                    + ". It was not stored.");
        }
        return encoded;
    }

    private Outgoing.@Nullable Terms terms(Message message) {
        String key = message.idempotencyKey();
        Outgoing.Due due = due(message);
        if (key == null
                && message.timeToLive().isZero()
                && !message.requireSubscribers()
                && due == null
                && message.retain() == null) {
            return null;
        }
        return new Outgoing.Terms(
                millis(message.timeToLive()),
                message.requireSubscribers(),
                millis(options.idempotencyWindow()),
                key == null ? "" : key,
                due,
                message.retain() == null ? null : millis(message.retain()));
    }

    private static Outgoing.@Nullable Due due(Message message) {
        Instant at = message.dueAt();
        if (at == null) {
            return message.delay().isZero() ? null : new Outgoing.Due(true, millis(message.delay()));
        }
        Instant counted = at.isAfter(LATEST) ? LATEST : at;
        return new Outgoing.Due(false, counted.isBefore(Instant.EPOCH) ? 0 : counted.toEpochMilli());
    }

    /** A time that is not zero stays one that is not, and one that is too long to count is cut. */
    private static long millis(Duration time) {
        Duration counted = time.compareTo(LONGEST) > 0 ? LONGEST : time;
        return counted.isZero() ? 0 : Math.max(1, counted.toMillis());
    }
}
