package io.relaymq.internal.consume;

import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a worker has last seen of its subscription, for its status. */
final class Signs {

    private static final Logger log = LoggerFactory.getLogger(Signs.class);

    private final WorkerOptions options;
    private final LongSupplier nanoTime;

    private volatile long heardAt;
    private volatile boolean heard;
    private volatile @Nullable String drift;
    private volatile boolean sampleWanted;
    private volatile @Nullable SubscriptionStatus sample;

    Signs(WorkerOptions options, LongSupplier nanoTime) {
        this.options = options;
        this.nanoTime = nanoTime;
    }

    /** A read or a beat was answered. */
    void hear() {
        heardAt = nanoTime.getAsLong();
        heard = true;
    }

    /** Time since something was heard; null before. */
    @Nullable
    Duration sinceHeard() {
        return heard ? Duration.ofNanos(nanoTime.getAsLong() - heardAt) : null;
    }

    /** Instances that declare different patterns take turns in changing them: say so, once for each difference. */
    void patterns(List<String> kept) {
        Set<String> own = options.patterns().isEmpty() ? Set.of(">") : Set.copyOf(options.patterns());
        String differs = kept.isEmpty() || Set.copyOf(kept).equals(own)
                ? null
                : "Subscription '" + options.subscription() + "' has patterns " + kept
                        + ", this instance was made with " + own;
        if (differs != null && !differs.equals(drift)) {
            log.warn("{}. Instances should declare the same", differs);
        }
        drift = differs;
    }

    /** What another instance declares otherwise. */
    @Nullable
    String drift() {
        return drift;
    }

    void sampled(@Nullable SubscriptionStatus status) {
        sample = status;
    }

    /** The last sample; from now on another one is wanted. */
    @Nullable
    SubscriptionStatus sample() {
        sampleWanted = true;
        return sample;
    }

    /** Whether somebody asked since the last time. */
    boolean wantsSample() {
        boolean wanted = sampleWanted;
        sampleWanted = false;
        return wanted;
    }
}
