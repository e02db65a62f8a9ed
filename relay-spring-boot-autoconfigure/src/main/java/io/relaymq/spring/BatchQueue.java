package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.ReleaseMessageException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that wait for a batch. Whoever adds one may be told to start a runner; a runner takes what is there, up to the most
 * of a batch, and does not wait for more.
 */
final class BatchQueue {

    private final int mostItems;
    private final int mostRunners;
    private final PriorityQueue<BatchItem> waiting = new PriorityQueue<>(); // guarded by this
    private int runners; // guarded by this
    private boolean open = true; // guarded by this

    BatchQueue(int mostItems, int mostRunners) {
        this.mostItems = mostItems;
        this.mostRunners = mostRunners;
    }

    /**
     * Adds one. True if a runner is to be started for it.
     *
     * @throws ReleaseMessageException if it is closed
     */
    synchronized boolean add(BatchItem item) {
        if (!open) {
            throw givenBack(item.delivery());
        }
        waiting.add(item);
        boolean start = runners < mostRunners;
        if (start) {
            runners++;
        }
        return start;
    }

    /** The next batch, in the order of the log; null if nothing waits, then the runner ends. */
    synchronized @Nullable List<BatchItem> next() {
        List<BatchItem> batch = new ArrayList<>();
        for (BatchItem item = waiting.poll(); item != null; item = waiting.poll()) {
            if (!item.done().isDone()) {
                batch.add(item);
            }
            if (batch.size() == mostItems) {
                break;
            }
        }
        if (batch.isEmpty()) {
            runners--;
            return null;
        }
        return batch;
    }

    synchronized void open() {
        open = true;
    }

    void close() {
        List<BatchItem> unrun;
        synchronized (this) {
            open = false;
            unrun = List.copyOf(waiting);
            waiting.clear();
        }
        unrun.forEach(item -> item.complete(givenBack(item.delivery())));
    }

    private static ReleaseMessageException givenBack(Delivery delivery) {
        return new ReleaseMessageException("The listener of subscription '" + delivery.subscription()
                + "' stops or pauses; message " + delivery.id() + " was in no batch yet");
    }
}
