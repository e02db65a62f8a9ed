package io.relaymq.spring;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One listener and its worker, if it runs. A start waits for a stop that is under way. */
final class ListenerSlot {

    private final ListenerEndpoint endpoint;
    private final ReentrantLock changing = new ReentrantLock();

    /** Written under the lock. */
    private volatile @Nullable BroadcastWorker worker;

    ListenerSlot(ListenerEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    ListenerEndpoint endpoint() {
        return endpoint;
    }

    @Nullable
    BroadcastWorker worker() {
        return worker;
    }

    void start(Relay relay) {
        changing.lock();
        try {
            if (worker == null) {
                worker = relay.broadcast(endpoint.broadcast()).subscribe(endpoint.options(), endpoint.handler());
            }
        } finally {
            changing.unlock();
        }
    }

    void stop() {
        changing.lock();
        try {
            BroadcastWorker current = worker;
            if (current != null) {
                current.close();
                worker = null;
            }
        } finally {
            changing.unlock();
        }
    }
}
