package io.relaymq.internal.consume;

import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Inbox;
import io.relaymq.internal.store.InboxReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one blocking read over the inboxes of many workers. A worker whose slots are full, that is paused, or whose inbox is
 * being drained or repaired is left out. Runs on a thread of its own and never calls user code. For internal use.
 */
public final class InboxLoop implements Runnable {

    /** Most inboxes in one read: its cost for Redis grows with their number. */
    public static final int MOST_INBOXES = 100;

    /** An answer of more holds up what comes after it, here and in the server. Who has more to read is drained. */
    private static final int MOST_ENTRIES = 512;

    private static final int LEAST_OF_EACH = 32;

    private static final Logger log = LoggerFactory.getLogger(InboxLoop.class);
    private static final Duration BLOCK = Duration.ofSeconds(5);
    private static final Duration BLOCK_WITHOUT_WAKING = Duration.ofMillis(500);
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final InboxReader reader;
    private final DrainTurns drainTurns;
    private final Waiter waiter = new Waiter();
    private final List<SubscriptionWorker> workers = new CopyOnWriteArrayList<>();
    private volatile Duration block = BLOCK;
    private volatile boolean closed;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private volatile CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
    private int failures;

    InboxLoop(InboxReader reader, DrainTurns drainTurns) {
        this.reader = reader;
        this.drainTurns = drainTurns;
    }

    /** Of all workers on the same server. */
    DrainTurns drainTurns() {
        return drainTurns;
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
                readOnce();
            } catch (InterruptedException e) {
                log.debug("The reader was interrupted and goes on");
            } catch (RuntimeException | Error e) {
                if (!closed) {
                    log.error("Reading failed, will keep running", e);
                    pause();
                }
            } finally {
                turn.complete(null); // whatever happened: somebody may wait for its end
            }
        }
    }

    /** Reads again and again, until nobody has room or a read fails. */
    private void readOnce() throws InterruptedException {
        BlockingRead first = begin(true);
        if (first == null) {
            waiter.await(BLOCK);
            return;
        }
        first.whenAnswered(this::answered);
        Answer answer;
        do {
            answer = nextAnswer();
            if (!handOut(answer)) {
                pause();
            }
        } while (!answer.last());
    }

    /** Sends a read for those that have room; null if there are none. */
    private @Nullable BlockingRead begin(boolean connects) {
        waiter.reset();
        CompletableFuture<Void> current = new CompletableFuture<>();
        turn = current;
        List<BlockingRead.Turn> turns = turns();
        if (turns.isEmpty()) {
            current.complete(null);
            return null;
        }
        int free = turns.stream().mapToInt(BlockingRead.Turn::free).min().orElse(1);
        int count = Math.min(free, Math.max(LEAST_OF_EACH, MOST_ENTRIES / turns.size()));
        return new BlockingRead(turns, count, send(turns, count, connects), current);
    }

    private CompletableFuture<Map<Inbox, List<Entry>>> send(
            List<BlockingRead.Turn> turns, int count, boolean connects) {
        try {
            if (connects) {
                reader.open();
            }
            return reader.read(turns.stream().map(one -> one.worker().inbox()).toList(), count, block);
        } catch (RuntimeException | Error e) { // a worker whose read is not over reads no more
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Takes in what came and sends the next read, at once and on the connection's thread: from another one that costs twice. What
     * follows for the workers is not for that thread.
     */
    private void answered(BlockingRead read, @Nullable Map<Inbox, List<Entry>> entries, @Nullable Throwable failure) {
        boolean nudged = reader.nudged();
        boolean failed = entries == null;
        BlockingRead next = null;
        if (failed) {
            report(failure);
        }
        try {
            if (entries != null) {
                read.takeIn(entries);
                next = closed ? null : begin(false);
            }
        } catch (RuntimeException | Error e) {
            report(e);
            failed = true;
        } finally {
            answers.add(new Answer(read.turns(), failed, nudged, next == null));
        }
        if (next != null) {
            next.whenAnswered(this::answered);
        }
    }

    private void report(@Nullable Throwable failure) {
        if (failure instanceof RelayUnavailableException) {
            log.debug("The read failed; the beats of its workers find out why", failure);
        } else if (!closed) {
            log.error("Reading failed, will keep running", failure);
        }
    }

    private Answer nextAnswer() {
        while (true) {
            try {
                return answers.take();
            } catch (InterruptedException e) {
                log.debug("The reader was interrupted and goes on");
            }
        }
    }

    /** Whatever fails here, a read that has been begun meanwhile is not forgotten. False if something did. */
    private boolean handOut(Answer answer) {
        try {
            if (answer.failed()) { // a worker whose read is not over reads no more
                answer.turns().forEach(one -> one.worker().readFailed(one.ticket()));
                turn.complete(null);
                return false;
            }
            answer.turns().forEach(one -> one.worker().advance());
            if (answer.nudged()) {
                answer.turns().forEach(one -> one.worker().nudged());
            }
            failures = 0;
            return true;
        } catch (RuntimeException | Error e) {
            report(e);
            return false;
        }
    }

    private List<BlockingRead.Turn> turns() {
        List<BlockingRead.Turn> turns = new ArrayList<>();
        for (SubscriptionWorker worker : workers) {
            BlockingRead.Turn turn = worker.nextTurn();
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

    /** How a read went; {@code last} if no other one has been begun. */
    private record Answer(List<BlockingRead.Turn> turns, boolean failed, boolean nudged, boolean last) {}
}
