package io.relaymq.boot.autoconfigure.health;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** DOWN if a subscription of this process does not receive. Reads snapshots only and never asks Redis. */
final class RelayHealthIndicator extends AbstractHealthIndicator {

    /** Joining takes milliseconds; a worker that still joins after this does not receive. */
    static final Duration JOIN_LIMIT = Duration.ofSeconds(10);

    private final Relay relay;
    private final LongSupplier nanoTime;

    /** When a worker was first seen joining. */
    private final Map<BroadcastWorker, Long> joiningSince = new ConcurrentHashMap<>();

    RelayHealthIndicator(Relay relay, LongSupplier nanoTime) {
        super("Relay health check failed");
        this.relay = relay;
        this.nanoTime = nanoTime;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        List<BroadcastWorker> workers = relay.workers();
        joiningSince.keySet().retainAll(workers);
        Map<String, Object> subscriptions = new LinkedHashMap<>();
        boolean connected = relay.isConnected();
        boolean up = connected;
        for (BroadcastWorker worker : workers) {
            WorkerStatus status = worker.status();
            up &= receives(worker, status);
            subscriptions.put(worker.broadcast() + "/" + worker.subscription(), details(status));
        }
        builder.status(up ? Status.UP : Status.DOWN)
                .withDetail("connected", connected)
                .withDetail("subscriptions", subscriptions);
    }

    private boolean receives(BroadcastWorker worker, WorkerStatus status) {
        if (status.state() != BroadcastWorker.State.JOINING) {
            joiningSince.remove(worker);
            return status.problem() == null;
        }
        long now = nanoTime.getAsLong();
        long since = joiningSince.computeIfAbsent(worker, absent -> now);
        return status.problem() == null && now - since <= JOIN_LIMIT.toNanos();
    }

    private static Map<String, Object> details(WorkerStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", status.state());
        details.put("stuck", status.stuck());
        SubscriptionStatus subscription = status.subscription();
        if (subscription != null) {
            details.put("lag", subscription.lag());
            details.put("pending", subscription.pending());
            details.put("waiting", subscription.waiting());
            details.put("unreadDrops", subscription.unreadDrops());
            details.put("dead", subscription.dead());
        }
        if (status.problem() != null) {
            details.put("problem", status.problem());
        }
        if (status.drift() != null) {
            details.put("drift", status.drift());
        }
        return details;
    }
}
