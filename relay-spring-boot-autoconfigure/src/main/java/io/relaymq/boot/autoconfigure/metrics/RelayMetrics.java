package io.relaymq.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.metrics.RelayTraffic.Subscription;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the meters in step with the workers: looks once a second which came and which are closed. Values are read from
 * their cached status when a registry asks.
 */
final class RelayMetrics implements MeterBinder, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RelayMetrics.class);

    private final Relay relay;
    private final RelayTraffic traffic;
    private final Map<Key, WorkerMeters> meters = new ConcurrentHashMap<>();
    private final Set<MeterRegistry> registries = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(RelayMetrics::thread);

    RelayMetrics(Relay relay, RelayTraffic traffic) {
        this.relay = relay;
        this.traffic = traffic;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task guards itself
    public void bindTo(MeterRegistry registry) {
        if (registries.add(registry) && registries.size() == 1) {
            timer.scheduleWithFixedDelay(this::runOnceGuarded, 0, 1, TimeUnit.SECONDS);
        }
    }

    /** Returns how many workers have meters now. */
    synchronized int runOnce() {
        List<BroadcastWorker> workers = relay.workers();
        Set<Key> wanted = new HashSet<>();
        for (MeterRegistry registry : registries) {
            for (BroadcastWorker worker : workers) {
                wanted.add(new Key(registry, worker));
            }
        }
        meters.entrySet().removeIf(present -> {
            boolean gone = !wanted.contains(present.getKey());
            if (gone) {
                present.getValue().remove();
            }
            return gone;
        });
        Set<Subscription> subscriptions = new HashSet<>();
        workers.forEach(worker -> subscriptions.add(new Subscription(worker.broadcast(), worker.subscription())));
        traffic.keepOnly(subscriptions::contains);
        wanted.forEach(key -> meters.computeIfAbsent(key, Key::meters).register());
        return workers.size();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private void runOnceGuarded() {
        try {
            runOnce();
        } catch (RuntimeException e) {
            log.warn("Cannot register the meters of Relay's workers; trying again", e);
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "relay-meters-1");
        thread.setDaemon(true);
        return thread;
    }

    private record Key(MeterRegistry registry, BroadcastWorker worker) {

        WorkerMeters meters() {
            return new WorkerMeters(registry, worker);
        }
    }
}
