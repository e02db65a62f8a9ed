package io.relaymq.boot.autoconfigure;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * The application's Relay: closed when the context stops, while the connection factory still runs, and made anew if the
 * context starts again. Who holds it or one of its broadcasts need not care.
 */
final class LifecycleRelay implements Relay, SmartLifecycle {

    /** Just above the connection factory's 0: starts after it, stops before it, and after nearly everything else. */
    static final int PHASE = 1;

    private final Supplier<Relay> builder;
    private final Instrumentations instrumentations;
    private final Map<String, Broadcast> broadcasts = new ConcurrentHashMap<>();
    private final ReentrantLock changing = new ReentrantLock();

    /** Null while stopped. Written under the lock. */
    private volatile @Nullable Relay current;

    LifecycleRelay(Supplier<Relay> builder) {
        this(builder, Instrumentations.NONE);
    }

    LifecycleRelay(Supplier<Relay> builder, Instrumentations instrumentations) {
        this.builder = builder;
        this.instrumentations = instrumentations;
        this.current = builder.get();
    }

    @Override
    public Broadcast broadcast(String name) {
        Relay running = running();
        return broadcasts.computeIfAbsent(
                name,
                absent -> new LifecycleBroadcast(this, running.broadcast(absent).name()));
    }

    @Override
    public List<BroadcastWorker> workers() {
        Relay relay = current;
        return relay == null ? List.of() : relay.workers();
    }

    @Override
    public boolean isConnected() {
        Relay relay = current;
        return relay != null && relay.isConnected();
    }

    @Override
    public List<String> warnings() {
        Relay relay = current;
        return relay == null ? List.of() : relay.warnings();
    }

    Instrumentations instrumentations() {
        return instrumentations;
    }

    /** The Relay behind this one. */
    Relay running() {
        Relay relay = current;
        if (relay == null) {
            throw new IllegalStateException("Relay is stopped, because the application context is");
        }
        return relay;
    }

    @Override
    public void start() {
        changing.lock();
        try {
            if (current == null) {
                current = builder.get();
            }
        } finally {
            changing.unlock();
        }
    }

    @Override
    public void stop() {
        close(Relay::close);
    }

    @Override
    public void close() {
        close(Relay::close);
    }

    @Override
    public void close(Duration timeout) {
        close(relay -> relay.close(timeout));
    }

    private void close(Consumer<Relay> how) {
        changing.lock();
        try {
            Relay closing = current;
            if (closing != null) {
                how.accept(closing);
                current = null;
            }
        } finally {
            changing.unlock();
        }
    }

    @Override
    public boolean isRunning() {
        return current != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
