package io.relaymq.fake;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.BroadcastWorker;
import io.relaymq.PayloadCodec;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.WorkerStatus;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A worker that runs its handler on the thread of the test. */
public final class FakeWorker implements BroadcastWorker {

    public final AsyncMessageHandler handler;
    public volatile State state = State.RUNNING;
    public volatile @Nullable String problem;
    public volatile @Nullable String drift;
    public volatile int stuck;
    public volatile @Nullable Duration sinceLastRead;
    public volatile @Nullable SubscriptionStatus sample;
    /** How many times it is waited for in vain. */
    public final AtomicInteger waitsUntilReady = new AtomicInteger();

    private final AtomicInteger ids = new AtomicInteger();
    public final AtomicInteger statusAsked = new AtomicInteger();
    public volatile Runnable onClose = () -> {};
    private final String broadcast;
    private final WorkerOptions options;
    private final PayloadCodec codec;

    FakeWorker(String broadcast, WorkerOptions options, AsyncMessageHandler handler, PayloadCodec codec) {
        this.broadcast = broadcast;
        this.options = options;
        this.handler = handler;
        this.codec = codec;
    }

    /** Waits for the end of the handling; what it failed with comes out. */
    public void deliver(String subject, @Nullable Object payload, Map<String, String> headers) throws Exception {
        try {
            handle(subject, payload, headers).get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    /** Does not wait. */
    public CompletableFuture<?> handle(String subject, @Nullable Object payload, Map<String, String> headers)
            throws Exception {
        return handler.handle(new FakeDelivery(
                        ids.incrementAndGet() + "-0",
                        subject,
                        broadcast,
                        subscription(),
                        1,
                        false,
                        headers,
                        codec.encode(payload),
                        codec))
                .toCompletableFuture();
    }

    public void deliver(String subject, @Nullable Object payload) throws Exception {
        deliver(subject, payload, Map.of());
    }

    @Override
    public String broadcast() {
        return broadcast;
    }

    @Override
    public String subscription() {
        return options.subscription();
    }

    @Override
    public WorkerOptions options() {
        return options;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public WorkerStatus status() {
        statusAsked.incrementAndGet();
        return new WorkerStatus(state, 0, stuck, 2, problem, drift, sinceLastRead, sample);
    }

    @Override
    public void pause() {
        state = State.PAUSED;
    }

    @Override
    public void resume() {
        state = State.RUNNING;
    }

    @Override
    public boolean awaitReady(Duration timeout) {
        return waitsUntilReady.getAndDecrement() <= 0;
    }

    @Override
    public void close() {
        close(options.closeTimeout());
    }

    @Override
    public void close(Duration timeout) {
        onClose.run();
        state = State.CLOSED;
    }

    @Override
    public String toString() {
        return broadcast + "/" + subscription();
    }
}
