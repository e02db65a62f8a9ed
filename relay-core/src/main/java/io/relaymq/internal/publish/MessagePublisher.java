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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Publishes to one broadcast: checks, encodes, routes by the table it knows, appends. Thread-safe. For internal use. */
public final class MessagePublisher {

    /** Told of what publishes bring about. Must not throw. */
    public interface Listener {

        /** Retention took something. */
        void trimmed(BroadcastTrimmed event);

        /** A message was handed over that is due after so many milliseconds. */
        void scheduled(long inMillis);
    }

    private final RelayOptions options;
    private final Encoder encoder;
    private final Appender appender;
    private final Delayer delayer;
    private final SharedCalls calls;
    private final Semaphore window;

    public MessagePublisher(
            BroadcastStore store,
            DelayedStore delayed,
            PayloadCodec codec,
            RelayOptions options,
            LongSupplier nanoTime,
            Listener listener) {
        this.options = options;
        this.window = new Semaphore(options.maxInFlightPublishes());
        this.encoder = new Encoder(codec, options);
        this.appender = new Appender(store, listener);
        this.delayer = new Delayer(delayed, listener);
        this.calls = new SharedCalls(appender::routes, this::send, options.commandTimeout(), nanoTime);
    }

    /**
     * Publishes one message, if there is room. What is wrong with it is thrown at once; what goes wrong comes through the
     * future.
     */
    public CompletableFuture<PublishResult> publishNow(Message message) {
        return publish(message, window.tryAcquire());
    }

    /** {@link #publishNow}, after a wait for room of at most the command timeout. */
    public CompletableFuture<PublishResult> publish(Message message) {
        return publish(message, window.tryAcquire() || waitForRoom());
    }

    private CompletableFuture<PublishResult> publish(Message message, boolean room) {
        if (!room) {
            return CompletableFuture.failedFuture(full(message));
        }
        CompletableFuture<PublishResult> sent;
        try {
            sent = calls.send(encoder.encode(message));
        } catch (RuntimeException | Error e) {
            window.release();
            throw e;
        }
        return sent.whenComplete((result, failure) -> window.release());
    }

    private RelayUnavailableException full(Message message) {
        return new RelayUnavailableException(
                "Cannot publish to subject '" + message.subject() + "': too many in flight, "
                        + options.maxInFlightPublishes()
                        + " publishes wait for their answers. The message was not stored; publish it again when some are answered.");
    }

    private boolean waitForRoom() {
        try {
            return window.tryAcquire(options.commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Publishes messages in order, several calls at a time, and waits. */
    public List<PublishResult> publishAll(List<Message> messages) {
        List<Outgoing> outgoing = messages.stream().map(encoder::encode).toList();
        calls.awaitAnswers(); // what this thread published before is to come before
        return new Batch(outgoing, appender::routes, this::send).run();
    }

    private CompletableFuture<List<PublishResult>> send(Call call) {
        return call.isDelayed() ? delayer.delay(call.messages()) : appender.append(call.routes(), call.messages());
    }
}
