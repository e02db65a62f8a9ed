package io.relaymq.internal.consume;

import io.relaymq.internal.store.InboxReader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/** The blocking reads of a process: one for the first hundred workers, one more for each further hundred. For internal use. */
public final class InboxLoops implements AutoCloseable {

    private final Supplier<InboxReader> readers;
    private final ThreadFactory threads;
    private final List<InboxLoop> loops = new CopyOnWriteArrayList<>();

    public InboxLoops(Supplier<InboxReader> readers, ThreadFactory threads) {
        this.readers = readers;
        this.threads = threads;
    }

    /** Makes a worker and starts it. */
    public synchronized SubscriptionWorker start(WorkerParts parts) {
        InboxLoop loop = loops.stream().filter(InboxLoop::hasRoom).findFirst().orElseGet(this::open);
        SubscriptionWorker worker = new SubscriptionWorker(parts, loop);
        worker.start();
        return worker;
    }

    private InboxLoop open() {
        InboxLoop loop = new InboxLoop(readers.get());
        loops.add(loop);
        threads.newThread(loop).start();
        return loop;
    }

    /** Ends all reads. */
    @Override
    public synchronized void close() {
        loops.forEach(InboxLoop::close);
    }
}
