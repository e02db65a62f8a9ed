package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.ReleaseMessageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Collects deliveries into batches and calls the listener for each batch. Every delivery has its own stage, which completes when
 * what has become of it in its batch is known.
 */
final class BatchHandler implements ListenerHandler {

    private final ListenerCall call;
    private final ListenerArguments arguments;
    private final ErrorHandling errors;
    private final BatchQueue queue;
    private final Executor runners;

    BatchHandler(
            ListenerCall call, ListenerArguments arguments, ErrorHandling errors, BatchQueue queue, Executor runners) {
        this.call = call;
        this.arguments = arguments;
        this.errors = errors;
        this.queue = queue;
        this.runners = runners;
    }

    @Override
    public CompletionStage<?> handle(Delivery delivery) {
        BatchItem item = new BatchItem(delivery);
        if (queue.add(item)) {
            runners.execute(this::run);
        }
        return item.done();
    }

    @Override
    public void open() {
        queue.open();
    }

    @Override
    public void close() {
        queue.close();
    }

    private void run() {
        for (List<BatchItem> items = queue.next(); items != null; items = queue.next()) {
            Batch batch = batch(items);
            if (batch.isEmpty()) {
                continue;
            }
            CompletableFuture<?> ended = call(batch);
            if (!ended.isDone()) {
                ended.whenComplete((value, failure) -> runners.execute(this::run)); // no thread waits meanwhile
                return;
            }
        }
    }

    /** Reads each by itself: one that cannot be read keeps none of the others. */
    @SuppressWarnings("CatchingUnchecked") // whatever keeps an item from being read is its failure
    private Batch batch(List<BatchItem> items) {
        List<BatchItem> readable = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (BatchItem item : items) {
            if (!item.delivery().renew()) { // its time begins with its batch
                item.complete(new ReleaseMessageException("Its lease lapsed before its batch began"));
                continue;
            }
            try {
                values.add(arguments.item(item.delivery()));
                readable.add(item);
            } catch (Throwable failure) {
                item.complete(errors.judge(item.delivery(), failure));
            }
        }
        return new Batch(readable, values, errors, arguments.byHand());
    }

    @SuppressWarnings("CatchingUnchecked") // an Error of the listener is a failure like any other
    private CompletableFuture<?> call(Batch batch) {
        batch.begin();
        CompletionStage<?> stage;
        try {
            stage = call.invoke(batch.invocation());
        } catch (Throwable thrown) {
            stage = CompletableFuture.failedFuture(thrown);
        } finally {
            batch.returned();
        }
        return batch.endWith(stage);
    }
}
