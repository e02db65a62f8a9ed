package io.relaymq.benchmarks.peer;

import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Work;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A subscription's choice where the server does not choose: what begins with its prefix. */
final class Filter {

    private final int subscription;
    private final String prefix;
    private final Receiver receiver;

    Filter(Work work, int subscription, Receiver receiver) {
        this.subscription = subscription;
        this.prefix = work.prefix(subscription) + ".";
        this.receiver = receiver;
    }

    /** As {@link #received(String, byte[])}, of fields that every entry has. */
    void received(byte @Nullable [] subject, byte @Nullable [] body) {
        received(new String(Objects.requireNonNull(subject), StandardCharsets.US_ASCII), Objects.requireNonNull(body));
    }

    /** Hands over what the subscription wants. */
    void received(String subject, byte[] body) {
        if (subject.startsWith(prefix)) {
            receiver.received(subscription, subject, body);
        }
    }
}
