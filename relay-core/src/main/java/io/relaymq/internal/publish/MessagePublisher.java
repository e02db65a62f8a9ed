package io.relaymq.internal.publish;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.Message;
import io.relaymq.PayloadCodec;
import io.relaymq.PublishResult;
import io.relaymq.RelayOptions;
import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.DelayedStore;
import io.relaymq.internal.store.Outgoing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Publishes to one broadcast: checks, encodes, routes by the table it knows, appends. Thread-safe. For internal use. */
public final class MessagePublisher {

    /** Told of what publishes bring about. Must not throw. */
    public interface Listener {

        /** Retention took something. */
        void trimmed(BroadcastTrimmed event);

        /** A message was handed over that is due after so many milliseconds. */
        void scheduled(long inMillis);
    }

    private static final int CALLS_UNDER_WAY = 2_000;

    private final RelayOptions options;
    private final Encoder encoder;
    private final Appender appender;
    private final Delayer delayer;
    private final Semaphore window = new Semaphore(CALLS_UNDER_WAY);

    public MessagePublisher(
            BroadcastStore store, DelayedStore delayed, PayloadCodec codec, RelayOptions options, Listener listener) {
        this.options = options;
        this.encoder = new Encoder(codec, options);
        this.appender = new Appender(store, listener);
        this.delayer = new Delayer(delayed, listener);
    }

    /** Publishes one message. What is wrong with it is thrown at once; what goes wrong comes through the future. */
    public CompletableFuture<PublishResult> publish(Message message) {
        Outgoing outgoing = encoder.encode(message);
        return send(Call.from(List.of(outgoing), 0, appender.routes())).thenApply(results -> results.get(0));
    }

    /** Publishes messages in order, call after call. */
    public CompletableFuture<List<PublishResult>> publishAll(List<Message> messages) {
        List<Outgoing> outgoing = messages.stream().map(encoder::encode).toList();
        return sendFrom(outgoing, 0, new ArrayList<>(messages.size()));
    }

    private CompletableFuture<List<PublishResult>> sendFrom(List<Outgoing> all, int from, List<PublishResult> results) {
        if (from == all.size()) {
            return CompletableFuture.completedFuture(results);
        }
        Call call = Call.from(all, from, appender.routes());
        return send(call).thenCompose(some -> {
            results.addAll(some);
            return sendFrom(all, from + call.messages().size(), results);
        });
    }

    private CompletableFuture<List<PublishResult>> send(Call call) {
        if (!enter()) {
            return CompletableFuture.failedFuture(new RelayUnavailableException("Cannot publish to subject '"
                    + call.messages().get(0).subject() + "': " + CALLS_UNDER_WAY
                    + " publishes are under way and none was answered. The message was not stored."));
        }
        CompletableFuture<List<PublishResult>> sent =
                call.isDelayed() ? delayer.delay(call.messages()) : appender.append(call.routes(), call.messages());
        return sent.whenComplete((results, failure) -> window.release());
    }

    private boolean enter() {
        try {
            return window.tryAcquire()
                    || window.tryAcquire(options.commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
