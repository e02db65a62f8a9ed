package io.relaymq.boot.autoconfigure.metrics;

import io.relaymq.SubscriptionCounters;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerStatus;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** All meters. {@code docs/reference/metrics.md} is checked against it. */
@SuppressWarnings("ImmutableEnumChecker") // the functions are stateless
enum RelayMeter {
    PUBLISHED(Kind.COUNTER, "relay.published", "Publishes, by what became of them", Of.PUBLISHES),
    TRIMMED(Kind.COUNTER, "relay.trimmed", "Messages that retention took from the log", Of.BROADCAST),
    EXPIRED_SUBSCRIPTIONS(
            Kind.COUNTER,
            "relay.expired.subscriptions",
            "Subscriptions that were removed because nobody read them",
            Of.BROADCAST),
    RECONNECTS(Kind.COUNTER, "relay.reconnects", "Times that the connection stood again after it was lost", List.of()),
    HTTP_STREAMS(Kind.GAUGE, "relay.http.streams", "Open streams of events over HTTP", List.of("kind")),
    HANDLER_TIME(
            Kind.TIMER,
            "relay.handler.time",
            "Time from the call of a handler until it has handled or failed",
            Of.RUNS),

    LAG("lag", "Matching messages not yet delivered", null, of(SubscriptionStatus::lag)),
    PENDING(
            "pending",
            "Deliveries given to a consumer and unsettled, or to be run again",
            null,
            of(SubscriptionStatus::pending)),
    /** Part of pending. */
    WAITING("waiting", "Deliveries to be run again", null, of(SubscriptionStatus::waiting)),
    /** 0 if all is read. */
    OLDEST_UNREAD_AGE(
            "oldest.unread.age", "Age of the oldest message not yet delivered", "seconds", of(RelayMeter::age)),
    /** Of this process. */
    IN_FLIGHT("in.flight", "Deliveries that this process holds", null, WorkerStatus::inFlight),
    /** Of this process. */
    STUCK(
            "stuck",
            "Handlers of this process that ran out of their time and have not returned",
            null,
            WorkerStatus::stuck),
    /** Of this process. */
    LAST_READ_AGE(
            "last.read.age",
            "Time since Redis last answered a read or a beat of this process",
            "seconds",
            RelayMeter::read),
    /** A gauge, for dead letters can be taken away. */
    DEAD("dead", "Dead letters", null, of(SubscriptionStatus::dead)),
    DEAD_LETTERED("dead.lettered", "Deliveries that became dead letters", counted(SubscriptionCounters::deadLettered)),
    DEAD_DROPPED(
            "dead.dropped",
            "Dead letters that went because there were too many",
            counted(SubscriptionCounters::deadDropped)),
    UNREAD_DROPPED(
            "unread.dropped",
            "Messages that retention removed before they were delivered",
            counted(SubscriptionCounters::unreadDrops)),
    EXPIRED(
            "expired",
            "Messages whose time to live was over before they were delivered",
            counted(SubscriptionCounters::expired)),
    ACKED("acked", "Deliveries settled with success", counted(SubscriptionCounters::acked)),
    RETRIED("retried", "Failed attempts that were put back for a retry", counted(SubscriptionCounters::retried)),
    STALLED("stalled", "Deliveries whose consumer died or lost them", counted(SubscriptionCounters::stalled)),
    LATE("late", "Results that came after the delivery had been taken over", counted(SubscriptionCounters::late));

    /** What Micrometer makes of it. */
    enum Kind {
        GAUGE,
        COUNTER,
        TIMER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The tags. Never a subject, an id or anything else that a message brings. */
    private static final class Of {
        static final List<String> BROADCAST = List.of("broadcast");
        static final List<String> PUBLISHES = List.of("broadcast", "outcome");
        static final List<String> SUBSCRIPTION = List.of("broadcast", "subscription");
        static final List<String> RUNS = List.of("broadcast", "subscription", "outcome");
    }

    private final Kind kind;
    private final String meterName;
    private final String description;
    private final @Nullable String unit;
    private final List<String> tags;
    private final @Nullable ToDoubleFunction<WorkerStatus> value;

    RelayMeter(Kind kind, String name, String description, List<String> tags) {
        this(kind, name, description, kind == Kind.TIMER ? "seconds" : null, tags, null);
    }

    RelayMeter(String name, String description, @Nullable String unit, ToDoubleFunction<WorkerStatus> value) {
        this(Kind.GAUGE, "relay.subscription." + name, description, unit, Of.SUBSCRIPTION, value);
    }

    RelayMeter(String name, String description, ToDoubleFunction<WorkerStatus> value) {
        this(Kind.COUNTER, "relay.subscription." + name, description, null, Of.SUBSCRIPTION, value);
    }

    RelayMeter(
            Kind kind,
            String meterName,
            String description,
            @Nullable String unit,
            List<String> tags,
            @Nullable ToDoubleFunction<WorkerStatus> value) {
        this.kind = kind;
        this.meterName = meterName;
        this.description = description;
        this.unit = unit;
        this.tags = tags;
        this.value = value;
    }

    Kind kind() {
        return kind;
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

    List<String> tags() {
        return tags;
    }

    /** Whether it is read from the status of a worker; the others are told. */
    boolean isSampled() {
        return value != null;
    }

    /** NaN while unknown. */
    double value(WorkerStatus status) {
        return value == null ? Double.NaN : value.applyAsDouble(status);
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

    private static double read(WorkerStatus status) {
        Duration since = status.sinceLastRead();
        return since == null ? Double.NaN : since.toMillis() / 1000.0;
    }
}
