package io.relaymq.boot.autoconfigure.health;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerStatus;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * DOWN if a subscription of this process does not receive, DEGRADED if something is not well with one. Reads snapshots only
 * and never asks Redis.
 */
final class RelayHealthIndicator extends AbstractHealthIndicator {

    static final Status DEGRADED = new Status("DEGRADED");

    private final Relay relay;
    private final InstantSource clock;
    private final Reading reading;
    private final Degradations degradations;

    RelayHealthIndicator(Relay relay, RelayHealthProperties properties, InstantSource clock) {
        super("Relay health check failed");
        this.relay = relay;
        this.clock = clock;
        this.reading = new Reading(clock);
        this.degradations = new Degradations(properties);
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        List<BroadcastWorker> workers = relay.workers();
        reading.keepOnly(workers);
        boolean connected = relay.isConnected();
        Verdict verdict = new Verdict(connected ? Status.UP : Status.DOWN);
        List<String> warnings = relay.warnings();
        verdict.add(null, warnings);
        Map<String, Object> subscriptions = new LinkedHashMap<>();
        for (BroadcastWorker worker : workers) {
            subscriptions.put(worker.broadcast() + "/" + worker.subscription(), details(worker, verdict));
        }
        builder.status(verdict.status).withDetail("connected", connected).withDetail("subscriptions", subscriptions);
        if (!warnings.isEmpty()) {
            builder.withDetail("server", warnings);
        }
    }

    private Map<String, Object> details(BroadcastWorker worker, Verdict verdict) {
        WorkerStatus status = worker.status();
        String problem = reading.problem(worker, status);
        List<String> degraded = degradations.of(status, clock.instant());
        verdict.add(problem, degraded);
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", status.state());
        if (problem != null) {
            details.put("problem", problem);
            Instant since = reading.since(worker, status);
            if (since != null) {
                details.put("notReadSince", since.toString());
            }
        }
        if (!degraded.isEmpty()) {
            details.put("degraded", degraded);
        }
        details.put("stuck", status.stuck());
        SubscriptionStatus subscription = status.subscription();
        if (subscription != null) {
            addFigures(subscription, details);
        }
        return details;
    }

    private static void addFigures(SubscriptionStatus subscription, Map<String, Object> details) {
        details.put("lag", subscription.lag());
        details.put("pending", subscription.pending());
        details.put("waiting", subscription.waiting());
        details.put("unreadDrops", subscription.unreadDrops());
        details.put("dead", subscription.dead());
    }

    /** The worst of all. */
    private static final class Verdict {

        private Status status;

        Verdict(Status status) {
            this.status = status;
        }

        void add(@Nullable String problem, List<String> degraded) {
            if (problem != null) {
                status = Status.DOWN;
            } else if (!degraded.isEmpty() && status.equals(Status.UP)) {
                status = DEGRADED;
            }
        }
    }
}
