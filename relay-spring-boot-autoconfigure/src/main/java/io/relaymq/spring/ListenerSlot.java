package io.relaymq.spring;

import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
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

    RelayListenerInfo info() {
        BroadcastWorker current = worker;
        return new RelayListenerInfo(
                endpoint.id(),
                endpoint.place(),
                endpoint.broadcast(),
                endpoint.options(),
                endpoint.autoStartup(),
                current == null ? State.CLOSED : current.state(),
                current == null ? null : current.status());
    }

    void start(Relay relay) {
        changing.lock();
        try {
            if (worker == null) {
                endpoint.handler().open();
                worker = relay.broadcast(endpoint.broadcast()).subscribeAsync(endpoint.options(), endpoint.handler());
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
                endpoint.handler().close();
                current.close();
                worker = null;
            }
        } finally {
            changing.unlock();
        }
    }

    void pause() {
        started().pause();
        endpoint.handler().close();
    }

    void resume() {
        endpoint.handler().open();
        started().resume();
    }

    private BroadcastWorker started() {
        BroadcastWorker current = worker;
        if (current == null) {
            throw new IllegalStateException("Listener '" + endpoint.id() + "' is stopped: start it first");
        }
        return current;
    }
}
