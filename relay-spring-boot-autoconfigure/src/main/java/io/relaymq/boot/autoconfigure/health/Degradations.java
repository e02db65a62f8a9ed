package io.relaymq.boot.autoconfigure.health;

import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is not well with a subscription that is received. Pure. */
record Degradations(RelayHealthProperties properties) {

    /** In words; empty if all is well. */
    List<String> of(WorkerStatus status, Instant now) {
        List<String> found = new ArrayList<>();
        if (status.stuck() > 0) {
            found.add(status.stuck() + " handlers ran out of their time and have not returned");
        }
        if (status.drift() != null) {
            found.add(status.drift());
        }
        SubscriptionStatus subscription = status.subscription();
        if (subscription != null) {
            add(found, lag(subscription));
            add(found, drops(subscription, now));
        }
        return found;
    }

    private @Nullable String lag(SubscriptionStatus subscription) {
        boolean over = properties.maxLag() > 0 && subscription.lag() > properties.maxLag();
        return over ? "Lags " + subscription.lag() + " messages, more than " + properties.maxLag() : null;
    }

    private @Nullable String drops(SubscriptionStatus subscription, Instant now) {
        Instant last = subscription.counters().lastDropAt();
        if (last == null || !last.plus(properties.freshDrops()).isAfter(now)) {
            return null;
        }
        return "Retention removed messages before they were delivered, " + subscription.unreadDrops()
                + " in all, the last " + ago(last, now);
    }

    private static String ago(Instant last, Instant now) {
        return Math.max(0, Duration.between(last, now).toSeconds()) + " s ago";
    }

    private static void add(List<String> found, @Nullable String one) {
        if (one != null) {
            found.add(one);
        }
    }
}
