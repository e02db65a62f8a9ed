package io.relaymq.boot.autoconfigure.health;

import io.relaymq.BroadcastWorker;
import io.relaymq.WorkerStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Whether workers receive, and since when not. */
final class Reading {

    /** Joining takes milliseconds; a worker that still joins after this does not receive. */
    static final Duration JOIN_LIMIT = Duration.ofSeconds(10);

    private final InstantSource clock;

    /** When a worker was first seen joining. */
    private final Map<BroadcastWorker, Instant> joiningSince = new ConcurrentHashMap<>();

    Reading(InstantSource clock) {
        this.clock = clock;
    }

    void keepOnly(Collection<BroadcastWorker> workers) {
        joiningSince.keySet().retainAll(workers);
    }

    /** Why a worker does not receive, in words; null if it does, or is about to. */
    @Nullable
    String problem(BroadcastWorker worker, WorkerStatus status) {
        boolean joining = status.state() == BroadcastWorker.State.JOINING;
        if (!joining) {
            joiningSince.remove(worker);
        }
        Instant begun = joining ? joiningSince.computeIfAbsent(worker, absent -> clock.instant()) : null;
        if (status.problem() != null) {
            return status.problem();
        }
        if (begun != null && begun.plus(JOIN_LIMIT).isBefore(clock.instant())) {
            return "It has been joining its subscription for longer than " + JOIN_LIMIT.toSeconds() + " s";
        }
        return silence(worker, status);
    }

    /** Without an answer for a lock-duration its lease is over, and it starts no handler. */
    private static @Nullable String silence(BroadcastWorker worker, WorkerStatus status) {
        Duration since = status.sinceLastRead();
        Duration lock = worker.options().lockDuration();
        return since != null && since.compareTo(lock) > 0
                ? "Redis has not answered it for longer than its lock-duration of " + lock.toMillis() + " ms"
                : null;
    }

    /** When it was last heard of, or, if never, when it was first seen joining. */
    @Nullable
    Instant since(BroadcastWorker worker, WorkerStatus status) {
        Duration silent = status.sinceLastRead();
        return silent != null ? clock.instant().minus(silent) : joiningSince.get(worker);
    }
}
