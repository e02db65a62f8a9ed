package io.relaymq.boot.autoconfigure.metrics;

import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerStatus;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All meters, each with the tags {@code broadcast} and {@code subscription}. All but {@code in.flight} are the subscription's,
 * the same in every process that has a worker for it: take the maximum over processes, not the sum.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions are stateless
enum RelayMeter {
    /** Gauge. */
    LAG("lag", "Matching messages not yet delivered", null, of(SubscriptionStatus::lag)),
    /** Gauge. */
    PENDING(
            "pending",
            "Deliveries given to a consumer and unsettled, or to be run again",
            null,
            of(SubscriptionStatus::pending)),
    /** Gauge; 0 if all is read. */
    OLDEST_UNREAD_AGE(
            "oldest.unread.age", "Age of the oldest message not yet delivered", "seconds", of(RelayMeter::age)),
    /** Gauge of this process. */
    IN_FLIGHT("in.flight", "Deliveries that this process holds", null, WorkerStatus::inFlight),
    /** Gauge, for dead letters can be taken away. */
    DEAD("dead", "Dead letters", null, of(SubscriptionStatus::dead)),
    /** Counter. */
    UNREAD_DROPPED(
            "unread.dropped",
            "Messages that retention removed before they were delivered",
            of(SubscriptionStatus::unreadDrops)),
    /** Counter. */
    ACKED("acked", "Deliveries settled with success", of(SubscriptionStatus::acked)),
    /** Counter. */
    RETRIED("retried", "Failed attempts that were put back for a retry", of(SubscriptionStatus::retried)),
    /** Counter. */
    STALLED("stalled", "Deliveries whose consumer died or lost them", of(SubscriptionStatus::stalled));

    private final String meterName;
    private final String description;
    private final @Nullable String unit;
    private final boolean counter;
    private final ToDoubleFunction<WorkerStatus> value;

    RelayMeter(String name, String description, @Nullable String unit, ToDoubleFunction<WorkerStatus> value) {
        this(name, description, unit, false, value);
    }

    RelayMeter(String name, String description, ToDoubleFunction<WorkerStatus> value) {
        this(name, description, null, true, value);
    }

    RelayMeter(
            String name,
            String description,
            @Nullable String unit,
            boolean counter,
            ToDoubleFunction<WorkerStatus> value) {
        this.meterName = "relay.subscription." + name;
        this.description = description;
        this.unit = unit;
        this.counter = counter;
        this.value = value;
    }

    String meterName() {
        return meterName;
    }

    String description() {
        return description;
    }

    @Nullable
    String unit() {
        return unit;
    }

    boolean isCounter() {
        return counter;
    }

    /** NaN while unknown. */
    double value(WorkerStatus status) {
        return value.applyAsDouble(status);
    }

    private static ToDoubleFunction<WorkerStatus> of(ToDoubleFunction<SubscriptionStatus> value) {
        return status -> status.subscription() == null ? Double.NaN : value.applyAsDouble(status.subscription());
    }

    private static double age(SubscriptionStatus subscription) {
        Duration age = subscription.oldestUnreadAge();
        return age == null ? 0 : age.toMillis() / 1000.0;
    }
}
