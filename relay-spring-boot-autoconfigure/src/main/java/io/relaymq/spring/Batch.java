package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.ReleaseMessageException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One batch: what the listener is called with, and what its end means for each delivery. */
final class Batch {

    private static final Logger log = LoggerFactory.getLogger(Batch.class);

    private final List<BatchItem> items;
    private final List<@Nullable Object> values;
    private final ErrorHandling errors;
    private final @Nullable ManualAcknowledgment acknowledgment;

    private @Nullable Thread thread; // guarded by this

    Batch(List<BatchItem> items, List<@Nullable Object> values, ErrorHandling errors, boolean byHand) {
        this.items = items;
        this.values = Collections.unmodifiableList(values);
        this.errors = errors;
        this.acknowledgment = byHand && !items.isEmpty()
                ? new ManualAcknowledgment(
                        items.stream().map(BatchItem::delivery).toList())
                : null;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    Invocation invocation() {
        List<Delivery> deliveries = items.stream().map(BatchItem::delivery).toList();
        return new Invocation(deliveries.get(0), values, deliveries, acknowledgment);
    }

    /** From now on the thread is interrupted if the time of one of its deliveries is over. */
    void begin() {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        items.forEach(item -> item.done().whenComplete((value, failure) -> {
            if (item.done().isCancelled()) {
                interrupt();
            }
        }));
    }

    private synchronized void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    synchronized void returned() {
        thread = null;
        var unused = Thread.interrupted(); // not for the next batch
    }

    /** Settles all when the stage completes, or by hand. What is returned completes after that. */
    CompletableFuture<?> endWith(CompletionStage<?> stage) {
        ManualAcknowledgment byHand = acknowledgment;
        if (byHand == null) {
            whenTimeIsOver(stage.toCompletableFuture());
            return stage.handle((value, failure) -> end(failure)).toCompletableFuture();
        }
        whenTimeIsOver(byHand.settled());
        stage.whenComplete((value, failure) -> failed(byHand, failure));
        return byHand.settled().handle((value, failure) -> {
            items.forEach(item -> item.complete(failure)); // if it failed otherwise they are complete before
            return null;
        });
    }

    /** If the time of all is over nobody waits for the listener any more. */
    private void whenTimeIsOver(CompletableFuture<?> awaited) {
        if (!awaited.isDone()) {
            CompletableFuture.allOf(items.stream().map(BatchItem::done).toArray(CompletableFuture<?>[]::new))
                    .whenComplete((value, failure) -> awaited.cancel(true));
        }
    }

    private void failed(ManualAcknowledgment byHand, @Nullable Throwable failure) {
        if (failure == null) {
            return;
        }
        if (byHand.isSettled()) {
            log.warn(
                    "A listener failed after it had settled its batch of {}; that changes nothing",
                    items.size(),
                    failure);
        } else {
            end(failure);
            byHand.settled().complete(null);
        }
    }

    private @Nullable Void end(@Nullable Throwable thrown) {
        Throwable failure = thrown == null ? null : ErrorHandling.unwrapped(thrown);
        int failed = failure instanceof BatchListenerFailedException partly ? partly.indexIn(values) : -1;
        for (int i = 0; i < items.size(); i++) {
            items.get(i).complete(failure == null || i < failed ? null : failure(i, failed, failure));
        }
        return null;
    }

    private @Nullable Throwable failure(int index, int failed, Throwable failure) {
        if (failed >= 0 && index > failed) {
            return new ReleaseMessageException("Another message of its batch failed before it");
        }
        Throwable cause = failed >= 0 ? failure.getCause() : null;
        return errors.judge(items.get(index).delivery(), cause != null ? cause : failure);
    }
}
