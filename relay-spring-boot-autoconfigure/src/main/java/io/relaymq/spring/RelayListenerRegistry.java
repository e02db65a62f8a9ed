package io.relaymq.spring;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The {@link RelayListener}s of an application, by id. Starts them with the application, and stops them before the web
 * server drains and long before the connection to Redis closes. Once the application has started they have joined their
 * subscriptions. Starting needs no Redis: if it does not answer within 2 seconds, or cannot be reached, the application starts
 * all the same, and a listener joins as soon as Redis can be reached. Thread-safe.
 */
public final class RelayListenerRegistry implements SmartLifecycle {

    /** Starts after, and stops before, nearly everything: the web server's graceful drain is {@code MAX_VALUE - 1024}. */
    public static final int PHASE = Integer.MAX_VALUE - 100;

    /** Together 2 s, a thousand times what joining takes. */
    private static final int JOIN_SLICES = 40;

    private static final Duration JOIN_SLICE = Duration.ofMillis(50);

    private static final Logger log = LoggerFactory.getLogger(RelayListenerRegistry.class);

    private final Relay relay;
    private final RelayListenerSettings settings;
    private final Map<String, ListenerSlot> slots = new ConcurrentHashMap<>();
    private final AtomicInteger closers = new AtomicInteger();
    private volatile boolean running;

    /** @param relay what the listeners run on */
    public RelayListenerRegistry(Relay relay, RelayListenerSettings settings) {
        this.relay = Objects.requireNonNull(relay, "relay");
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /** The ids of all listeners, sorted. */
    public Set<String> ids() {
        return new TreeSet<>(slots.keySet());
    }

    /** All listeners, sorted by id. Never asks Redis. */
    public List<RelayListenerInfo> listeners() {
        return ids().stream().map(this::listener).toList();
    }

    /**
     * One listener. Never asks Redis.
     *
     * @throws IllegalArgumentException if there is no such listener; so for every method with an id
     */
    public RelayListenerInfo listener(String id) {
        return slot(id).info();
    }

    /** The worker of a listener, or null if it is stopped. */
    public @Nullable BroadcastWorker worker(String id) {
        return slot(id).worker();
    }

    /** Starts a listener; no effect if it is started. */
    public void start(String id) {
        slot(id).start(relay);
    }

    /** Closes a listener's worker, waiting for running handlers up to the close timeout; no effect if it is stopped. */
    public void stop(String id) {
        slot(id).stop();
    }

    /**
     * Pauses a listener's worker in this process.
     *
     * @throws IllegalStateException if the listener is stopped
     */
    public void pause(String id) {
        slot(id).pause();
    }

    /**
     * Ends {@link #pause(String)}.
     *
     * @throws IllegalStateException if the listener is stopped
     */
    public void resume(String id) {
        slot(id).resume();
    }

    @Override
    public void start() {
        running = true;
        slots.values().stream().filter(slot -> slot.endpoint().autoStartup()).forEach(slot -> slot.start(relay));
        awaitJoined();
    }

    @Override
    public void stop() {
        closeAll().join();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // closing a worker never throws, and the callback reports
    public void stop(Runnable callback) {
        closeAll().whenComplete((done, failure) -> callback.run());
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    RelayListenerSettings settings() {
        return settings;
    }

    /**
     * Adds a listener that no annotation declares. It starts with the others, or at once if they have been started, unless it is
     * not to start by itself.
     *
     * @throws RelayConfigurationException if another listener has its id or its subscription
     */
    public void register(RelayListenerEndpoint endpoint) {
        register(endpoint.resolve(settings));
    }

    /** Stops a listener and forgets it. Its subscription stays. */
    public void unregister(String id) {
        slot(id).stop();
        slots.remove(id);
    }

    void register(ListenerEndpoint endpoint) {
        relay.broadcast(endpoint.broadcast());
        ListenerSlot slot = new ListenerSlot(endpoint);
        synchronized (slots) {
            slots.values().forEach(other -> requireOther(endpoint, other.endpoint()));
            slots.put(endpoint.id(), slot);
        }
        if (running && endpoint.autoStartup()) {
            slot.start(relay);
        }
    }

    private static void requireOther(ListenerEndpoint added, ListenerEndpoint present) {
        if (added.id().equals(present.id())) {
            throw new RelayConfigurationException(
                    "Two listeners have the id '" + added.id() + "': " + present.place() + " and " + added.place()
                            + ".",
                    "Give one of them another id.",
                    null);
        }
        if (added.sameSubscription(present)) {
            throw new RelayConfigurationException(
                    "Two listeners have the subscription '"
                            + added.options().subscription() + "' of broadcast '" + added.broadcast() + "': "
                            + present.place() + " and " + added.place() + ".",
                    "Give one of them another subscription, or make them one method: a subscription has one handler.",
                    null);
        }
    }

    /**
     * What the application publishes once it has started shall reach its own listeners, also the first time, when their
     * subscriptions are only just made. Not waited for: a listener that says it cannot join.
     */
    private void awaitJoined() {
        int patience = JOIN_SLICES;
        for (ListenerSlot slot : slots.values()) {
            BroadcastWorker worker = slot.worker();
            while (worker != null && patience > 0 && !worker.awaitReady(JOIN_SLICE)) {
                patience = worker.status().problem() == null ? patience - 1 : 0;
            }
        }
    }

    /** Side by side, so that all together take one close timeout. */
    private CompletableFuture<Void> closeAll() {
        running = false;
        Collection<ListenerSlot> started =
                slots.values().stream().filter(slot -> slot.worker() != null).toList();
        if (!started.isEmpty()) {
            log.debug("Closing {} listeners", started.size());
        }
        return CompletableFuture.allOf(started.stream()
                .map(slot -> CompletableFuture.runAsync(slot::stop, this::closer))
                .toArray(CompletableFuture<?>[]::new));
    }

    private void closer(Runnable task) {
        new Thread(task, "relay-close-" + closers.incrementAndGet()).start();
    }

    private ListenerSlot slot(String id) {
        ListenerSlot slot = slots.get(id);
        if (slot == null) {
            throw new IllegalArgumentException("No @RelayListener has the id '" + id + "'. There are: " + ids());
        }
        return slot;
    }
}
