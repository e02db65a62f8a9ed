package io.relaymq.internal.consume;

import io.relaymq.internal.store.InboxReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The blocking reads of a process: for each server one for the first hundred workers, one more for each further hundred. For
 * internal use.
 */
public final class InboxLoops implements AutoCloseable {

    private final Function<String, InboxReader> readers;
    private final UnaryOperator<String> servers;
    private final ThreadFactory threads;
    private final Map<String, List<InboxLoop>> loops = new HashMap<>(); // by server; guarded by this

    /**
     * @param readers makes a reader of a server
     * @param servers tells the server of a broadcast
     */
    public InboxLoops(Function<String, InboxReader> readers, UnaryOperator<String> servers, ThreadFactory threads) {
        this.readers = readers;
        this.servers = servers;
        this.threads = threads;
    }

    /** Makes a worker and starts it. */
    public synchronized SubscriptionWorker start(WorkerParts parts) {
        String server = servers.apply(parts.store().broadcast());
        List<InboxLoop> there = loops.computeIfAbsent(server, one -> new ArrayList<>());
        InboxLoop loop = there.stream().filter(InboxLoop::hasRoom).findFirst().orElseGet(() -> open(server, there));
        SubscriptionWorker worker = new SubscriptionWorker(parts, loop);
        worker.start();
        return worker;
    }

    private InboxLoop open(String server, List<InboxLoop> there) {
        DrainTurns turns = there.isEmpty() ? new DrainTurns() : there.get(0).drainTurns();
        InboxLoop loop = new InboxLoop(readers.apply(server), turns);
        there.add(loop);
        threads.newThread(loop).start();
        return loop;
    }

    /** Ends all reads. */
    @Override
    public synchronized void close() {
        loops.values().forEach(there -> there.forEach(InboxLoop::close));
    }
}
