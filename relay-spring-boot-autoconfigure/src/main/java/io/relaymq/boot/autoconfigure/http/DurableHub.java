package io.relaymq.boot.autoconfigure.http;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * One durable subscription of this process: a worker from its first client until some time after its last. Its patterns are those of all
 * clients, of other processes too; they never become fewer by themselves, for a client that is away comes back.
 *
 * <p>All but {@link #leave} may wait for Redis.
 */
final class DurableHub {

    private static final Logger log = LoggerFactory.getLogger(DurableHub.class);
    private static final Duration CLOSING = Duration.ofSeconds(2);
    private static final long LINGER = Duration.ofMinutes(1).toNanos();

    private final Broadcast broadcast;
    private final DurableOptions options;
    private final LongSupplier nanoTime;
    private final DurableClients clients;
    private final ReentrantLock changing = new ReentrantLock();
    private @Nullable BroadcastWorker worker; // guarded by changing
    private Set<String> patterns = Set.of(); // guarded by changing; those of the worker
    private boolean retired; // guarded by changing
    private volatile long emptySince;

    DurableHub(Broadcast broadcast, DurableOptions options, LongSupplier nanoTime) {
        this.broadcast = broadcast;
        this.options = options;
        this.nanoTime = nanoTime;
        this.clients = new DurableClients(options.buffer());
    }

    /**
     * Adds a client, and waits until what is published from now on will reach it.
     *
     * @param startFrom where the subscription begins if there is none yet
     * @return false if this hub is closed: another one is to be made
     * @throws Problem if the subscription cannot be joined
     */
    boolean join(DurableClients.Client client, StartFrom startFrom) {
        changing.lock();
        try {
            if (retired) {
                return false;
            }
            clients.add(client);
            BroadcastWorker joined = widen(startFrom);
            joined.resume();
            if (!joined.awaitReady(options.patience())) {
                throw Problem.unavailable(
                        "redis-unavailable",
                        "The subscription '" + options.subscription() + "' could not be joined within "
                                + options.patience().toSeconds() + "s.");
            }
            return true;
        } catch (RuntimeException e) {
            leave(client);
            throw e;
        } finally {
            changing.unlock();
        }
    }

    /** A worker whose patterns are those of all. */
    private BroadcastWorker widen(StartFrom startFrom) {
        SubscriptionStatus stored = broadcast.subscriptions().describe(options.subscription());
        List<List<String>> lists = new ArrayList<>(clients.patterns());
        if (stored != null) {
            lists.add(stored.patterns());
        }
        Set<String> wanted = PatternUnion.of(lists);
        BroadcastWorker current = worker;
        boolean overwritten = stored != null && !Set.copyOf(stored.patterns()).containsAll(wanted);
        if (current != null && patterns.equals(wanted) && !overwritten) {
            return current;
        }
        if (current != null) {
            worker = null;
            current.close(CLOSING);
        }
        BroadcastWorker opened = subscribe(wanted, startFrom);
        worker = opened;
        patterns = wanted;
        return opened;
    }

    private BroadcastWorker subscribe(Set<String> wanted, StartFrom startFrom) {
        WorkerOptions made = options.of(List.copyOf(wanted), startFrom);
        try {
            return broadcast.subscribeAsync(made, clients);
        } catch (IllegalStateException e) {
            throw new Problem(HttpStatus.CONFLICT, "subscription-in-use", String.valueOf(e.getMessage()));
        }
    }

    /** Takes a client away. What it was not written is given back. */
    void leave(DurableClients.Client client) {
        clients.remove(client);
        if (clients.isEmpty()) {
            emptySince = nanoTime.getAsLong();
        }
    }

    /**
     * Pauses the worker of a hub without clients, so that what comes waits in the inbox, and closes it after a while; otherwise sees that another
     * process has not narrowed the patterns.
     *
     * @return false if this hub is closed now
     */
    boolean runOnce() {
        changing.lock();
        try {
            BroadcastWorker current = worker;
            if (!clients.isEmpty()) {
                widen(StartFrom.latest());
            } else if (nanoTime.getAsLong() - emptySince > LINGER) {
                close();
            } else if (current != null) {
                current.pause();
            }
            return !retired;
        } catch (RuntimeException e) {
            log.debug("Subscription '{}' cannot be looked after now", options.subscription(), e);
            return true;
        } finally {
            changing.unlock();
        }
    }

    void close() {
        changing.lock();
        try {
            retired = true;
            if (worker != null) {
                worker.close(CLOSING);
                worker = null;
            }
        } finally {
            changing.unlock();
        }
    }
}
