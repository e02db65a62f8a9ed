package io.relaymq.bootstrap;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.PayloadCodec;
import io.relaymq.Relay;
import io.relaymq.RelayObserver;
import io.relaymq.RelayOptions;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.consume.InboxLoops;
import io.relaymq.internal.consume.SerialExecutor;
import io.relaymq.internal.consume.SubscriptionWorker;
import io.relaymq.internal.consume.WorkerParts;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Connections;
import io.relaymq.internal.upkeep.HolderUpkeep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Wires the rooms, holds what was started, and stops it in order. */
final class DefaultRelay implements Relay {

    private static final int UPKEEP_THREADS = 2;

    private final RelayOptions options;
    private final PayloadCodec codec;
    private final Connections connections;
    private final GuardedObserver observer;
    private final Executor handlers;
    private final @Nullable ExecutorService ownHandlers;
    private final ScheduledThreadPoolExecutor upkeepThreads =
            new ScheduledThreadPoolExecutor(UPKEEP_THREADS, new NamedThreads("relay-upkeep-", true));
    private final Timer timer = new ScheduledTimer(upkeepThreads);
    private final InboxLoops loops;
    private final ThreadFactory followers = new NamedThreads("relay-follower-", false);
    private final ConsumerNames consumers = new ConsumerNames();
    private final Map<String, DefaultBroadcast> broadcasts = new ConcurrentHashMap<>();

    private final Map<String, SubscriptionWorker> workers = new LinkedHashMap<>(); // guarded by itself
    private boolean closed; // guarded by workers

    DefaultRelay(
            Connections connections,
            RelayOptions options,
            PayloadCodec codec,
            GuardedObserver observer,
            @Nullable Executor handlers) {
        this.observer = observer;
        this.options = options;
        this.codec = codec;
        this.connections = connections;
        this.ownHandlers =
                handlers != null ? null : Executors.newCachedThreadPool(new NamedThreads("relay-handler-", false));
        this.handlers = handlers != null ? handlers : Objects.requireNonNull(ownHandlers);
        this.loops = new InboxLoops(
                server -> connections.newReader(server, consumers.process()),
                connections::server,
                new NamedThreads("relay-reader-", false));
        upkeepThreads.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Broadcast broadcast(String name) {
        synchronized (workers) {
            requireOpen();
        }
        return broadcasts.computeIfAbsent(name, one -> new DefaultBroadcast(this, connections, one, codec, options));
    }

    BroadcastWorker subscribe(BroadcastStore store, WorkerOptions worker, AsyncMessageHandler handler) {
        String key = key(store.broadcast(), worker.subscription());
        synchronized (workers) {
            requireOpen();
            if (workers.containsKey(key)) {
                throw new IllegalStateException("This process already has a worker for subscription '"
                        + worker.subscription() + "' of broadcast '" + store.broadcast() + "'");
            }
            SubscriptionWorker started = loops.start(new WorkerParts(
                    worker,
                    store,
                    consumers.next(),
                    handler,
                    codec,
                    worker.callsInOrder() ? new SerialExecutor(handlers) : handlers,
                    timer,
                    System::nanoTime,
                    holder -> new HolderUpkeep(holder, timer, System::nanoTime),
                    observer,
                    () -> forget(key)));
            workers.put(key, started);
            return started;
        }
    }

    /** Has the worker of a subscription, if this process has one, look at once what changed. */
    void look(String broadcast, String subscription) {
        SubscriptionWorker worker;
        synchronized (workers) {
            worker = workers.get(key(broadcast, subscription));
        }
        if (worker != null) {
            worker.look();
        }
    }

    private static String key(String broadcast, String subscription) {
        return broadcast + ":" + subscription;
    }

    ThreadFactory followerThreads() {
        return followers;
    }

    RelayObserver observer() {
        return observer;
    }

    Timer timer() {
        return timer;
    }

    void requireOpen() {
        synchronized (workers) {
            if (closed) {
                throw new IllegalStateException("This Relay is closed");
            }
        }
    }

    private void forget(String key) {
        synchronized (workers) {
            workers.remove(key);
        }
    }

    @Override
    public List<BroadcastWorker> workers() {
        synchronized (workers) {
            return List.copyOf(workers.values());
        }
    }

    @Override
    public boolean isConnected() {
        return connections.isConnected();
    }

    @Override
    public List<String> warnings() {
        return connections.warnings();
    }

    @Override
    public void close() {
        close(options.closeTimeout());
    }

    /**
     * Receivers before senders: first nothing new starts, then what runs is awaited and settled while leases are still renewed,
     * then the reads end, then upkeep, and last the connection on which everything was settled.
     */
    @Override
    public void close(Duration timeout) {
        List<SubscriptionWorker> open;
        synchronized (workers) {
            closed = true;
            open = new ArrayList<>(workers.values());
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        broadcasts.values().forEach(DefaultBroadcast::close);
        open.forEach(SubscriptionWorker::beginClose);
        open.forEach(worker -> worker.endClose(Duration.ofNanos(Math.max(0, deadline - System.nanoTime()))));
        loops.close();
        upkeepThreads.shutdownNow();
        connections.close();
        observer.close();
        if (ownHandlers != null) {
            ownHandlers.shutdown();
        }
    }
}
