package io.relaymq.boot.autoconfigure.metrics;

import io.relaymq.SubscriptionCounters;
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
    /** Gauge; part of pending. */
    WAITING("waiting", "Deliveries to be run again", null, of(SubscriptionStatus::waiting)),
    /** Gauge; 0 if all is read. */
    OLDEST_UNREAD_AGE(
            "oldest.unread.age", "Age of the oldest message not yet delivered", "seconds", of(RelayMeter::age)),
    /** Gauge of this process. */
    IN_FLIGHT("in.flight", "Deliveries that this process holds", null, WorkerStatus::inFlight),
    /** Gauge, for dead letters can be taken away. */
    DEAD("dead", "Dead letters", null, of(SubscriptionStatus::dead)),
    /** Counter. */
    DEAD_DROPPED(
            "dead.dropped",
            "Dead letters that went because there were too many",
            counted(SubscriptionCounters::deadDropped)),
    /** Counter. */
    UNREAD_DROPPED(
            "unread.dropped",
            "Messages that retention removed before they were delivered",
            counted(SubscriptionCounters::unreadDrops)),
    /** Counter. */
    EXPIRED(
            "expired",
            "Messages whose time to live was over before they were delivered",
            counted(SubscriptionCounters::expired)),
    /** Counter. */
    ACKED("acked", "Deliveries settled with success", counted(SubscriptionCounters::acked)),
    /** Counter. */
    RETRIED("retried", "Failed attempts that were put back for a retry", counted(SubscriptionCounters::retried)),
    /** Counter. */
    STALLED("stalled", "Deliveries whose consumer died or lost them", counted(SubscriptionCounters::stalled)),
    /** Counter. */
    LATE("late", "Results that came after the delivery had been taken over", counted(SubscriptionCounters::late));

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

    private static ToDoubleFunction<WorkerStatus> counted(ToDoubleFunction<SubscriptionCounters> value) {
        return of(subscription -> value.applyAsDouble(subscription.counters()));
    }

    private static double age(SubscriptionStatus subscription) {
        Duration age = subscription.oldestUnreadAge();
        return age == null ? 0 : age.toMillis() / 1000.0;
    }
}
