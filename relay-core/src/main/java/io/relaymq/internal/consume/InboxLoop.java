package io.relaymq.internal.consume;

import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Inbox;
import io.relaymq.internal.store.InboxReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one blocking read over the inboxes of many workers. A worker whose slots are full, that is paused, or whose inbox is
 * being drained or repaired is left out. Runs on a thread of its own and never calls user code. For internal use.
 */
public final class InboxLoop implements Runnable {

    /** Most inboxes in one read: its cost for Redis grows with their number. */
    public static final int MOST_INBOXES = 100;

    private static final Logger log = LoggerFactory.getLogger(InboxLoop.class);
    private static final Duration BLOCK = Duration.ofSeconds(5);
    private static final Duration BLOCK_WITHOUT_WAKING = Duration.ofMillis(500);
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final InboxReader reader;
    private final Waiter waiter = new Waiter();
    private final List<SubscriptionWorker> workers = new CopyOnWriteArrayList<>();
    private volatile Duration block = BLOCK;
    private volatile boolean closed;
    private volatile CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
    private int failures;

    public InboxLoop(InboxReader reader) {
        this.reader = reader;
    }

    /** Whether it has room for another worker. */
    boolean hasRoom() {
        return workers.size() < MOST_INBOXES;
    }

    void add(SubscriptionWorker worker) {
        workers.add(worker);
        wake();
    }

    void remove(SubscriptionWorker worker) {
        workers.remove(worker);
        wake();
    }

    /** The set of workers that want to read has changed: the waiting read ends, the next one is for the new set. */
    void wake() {
        waiter.wake();
        if (!reader.unblock()) {
            block = BLOCK_WITHOUT_WAKING;
        }
    }

    /** Completes when the read that is under way, if there is one, has ended. */
    CompletableFuture<Void> ended() {
        return turn;
    }

    /** Ends the loop. */
    public void close() {
        closed = true;
        waiter.wake();
        reader.close();
    }

    @Override
    public void run() {
        while (!closed) {
            try {
                turn = new CompletableFuture<>();
                readOnce();
            } catch (InterruptedException e) {
                log.debug("The reader was interrupted and goes on");
            } catch (RuntimeException | Error e) {
                if (!closed) {
                    log.error("Reading failed, will keep running", e);
                    pause();
                }
            } finally {
                turn.complete(null);
            }
        }
    }

    private void readOnce() throws InterruptedException {
        waiter.reset();
        List<Turn> turns = turns();
        if (turns.isEmpty()) {
            waiter.await(BLOCK);
            return;
        }
        int count = turns.stream().mapToInt(Turn::free).min().orElse(1);
        List<Inbox> inboxes = turns.stream().map(turn -> turn.worker().inbox()).toList();
        Map<Inbox, List<Entry>> entries = null;
        try {
            entries = reader.read(inboxes, count, block);
        } catch (RelayUnavailableException e) {
            log.debug("The read failed; the beats of its workers find out why", e);
        } finally {
            if (entries == null) { // whatever was thrown: a worker whose read is not over reads no more
                turns.forEach(turn -> turn.worker().readFailed(turn.ticket()));
            }
        }
        if (entries == null) {
            pause();
        } else {
            failures = 0;
            handOut(turns, entries, count);
        }
    }

    private static void handOut(List<Turn> turns, Map<Inbox, List<Entry>> entries, int count) {
        turns.forEach(turn -> turn.worker()
                .readDone(turn.ticket(), entries.getOrDefault(turn.worker().inbox(), List.of()), count));
    }

    private List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        for (SubscriptionWorker worker : workers) {
            Turn turn = worker.nextTurn();
            if (turn != null) {
                turns.add(turn);
            }
        }
        return turns;
    }

    private void pause() {
        long millis = Math.min(LONGEST_PAUSE_MILLIS, 20L << Math.min(failures++, 6));
        waiter.pause(Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1)));
    }

    /** A worker's part in one read. */
    record Turn(SubscriptionWorker worker, long ticket, int free) {}
}
