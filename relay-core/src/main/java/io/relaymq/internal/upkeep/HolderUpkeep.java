package io.relaymq.internal.upkeep;

import io.relaymq.internal.lease.Leaseholder;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.lease.Upkeep;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Swept;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything periodic for one leaseholder: beats three times in a lock-duration, sweeps once in a stalled-interval, takes
 * when something is due, joins when it has to. Nothing blocks, and no failure ends it. For internal use.
 */
public final class HolderUpkeep implements Upkeep {

    private static final Logger log = LoggerFactory.getLogger(HolderUpkeep.class);
    private static final Duration WHILE_MOVING = Duration.ofMillis(100);
    private static final long UNTIL_NUDGED_AGAIN_MILLIS = 500;
    private static final long UNTIL_HEARSAY_MILLIS = 50;
    private static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(5);

    private final Leaseholder holder;
    private final Timer timer;
    private final Keeper keeper;
    private final Taker taker;
    private final Sweeper sweeper = new Sweeper();
    private final Joiner joiner;

    private final AtomicBoolean joining = new AtomicBoolean();
    private final AtomicBoolean beating = new AtomicBoolean();
    private final AtomicBoolean copying = new AtomicBoolean();
    private final Again joinAgain;
    private final Again beatAgain;
    private final Again takeAgain;
    private final Again copyAgain;

    /** How often something was, or may have been, due; and how much of that is served. */
    private final AtomicLong wanted = new AtomicLong();

    private final AtomicLong served = new AtomicLong();

    private final Earliest nextDue;
    private final Earliest hearsay;
    private final Earliest nudge;
    private volatile boolean beatAfterTake;
    private volatile boolean stopped;

    public HolderUpkeep(Leaseholder holder, Timer timer, LongSupplier nanoTime) {
        this.holder = holder;
        this.timer = timer;
        this.keeper = new Keeper(nanoTime);
        this.taker = new Taker(nanoTime);
        this.joiner = new Joiner(holder);
        this.joinAgain = new Again(timer, this::join);
        this.beatAgain = new Again(timer, this::beat);
        this.takeAgain = new Again(timer, this::takeDue);
        this.copyAgain = new Again(timer, this::beat);
        this.nextDue = new Earliest(timer, nanoTime, this::lookForNext);
        this.nudge = new Earliest(timer, nanoTime, this::nudge);
        this.hearsay = new Earliest(timer, nanoTime, this::lookForDue);
    }

    @Override
    public void start() {
        join();
        Duration beat = holder.options().lockDuration().dividedBy(3);
        Duration sweep = holder.options().stalledInterval();
        every(beat, this::beat);
        every(sweep, this::sweep);
        every(SAMPLE_INTERVAL, this::sample);
    }

    @Override
    public void stop() {
        stopped = true;
    }

    /** Runs a task again and again: the next time a jittered interval after this time, but not before this one is over. */
    private void every(Duration interval, Supplier<CompletableFuture<?>> task) {
        timer.after(Jitter.below(interval), () -> {
            if (stopped) {
                return;
            }
            guarded(task).whenComplete((done, failure) -> every(interval, task));
        });
    }

    private CompletableFuture<?> guarded(Supplier<CompletableFuture<?>> task) {
        try {
            return task.get();
        } catch (RuntimeException e) {
            log.warn(
                    "Upkeep of subscription '{}' failed, will keep running",
                    holder.options().subscription(),
                    e);
            return CompletableFuture.completedFuture(null);
        }
    }

    // ---- join

    private void join() {
        if (stopped || !joining.compareAndSet(false, true)) {
            return;
        }
        String before = epoch();
        joiner.runOnce().whenComplete((reply, failure) -> {
            if (failure == null) {
                joinAgain.succeeded();
                CompletableFuture<?> ended = holder.joined();
                boolean anew = !before.isEmpty() && !before.equals(epoch());
                (anew ? ended : CompletableFuture.completedFuture(null)).whenComplete((done, never) -> {
                    joining.set(false);
                    beat();
                });
            } else {
                joining.set(false);
                hindered(failure);
                joinAgain.failed();
            }
        });
    }

    private String epoch() {
        return holder.membership().holder().epoch();
    }

    private void hindered(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String message = failure instanceof io.relaymq.RelayException || cause == null
                ? String.valueOf(failure.getMessage())
                : String.valueOf(cause.getMessage());
        holder.hindered(message);
    }

    // ---- beat

    @Override
    public void beatNow() {
        beat();
    }

    @Override
    public CompletableFuture<?> announce() {
        return keeper.runOnce(holder);
    }

    private CompletableFuture<?> beat() {
        if (stopped || joining.get() || !beating.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(null);
        }
        return keeper.runOnce(holder).whenComplete((reply, failure) -> {
            beating.set(false);
            if (failure != null) {
                hindered(failure);
                beatAgain.failed();
            } else {
                beaten(reply);
            }
        });
    }

    private void beaten(Kept reply) {
        beatAgain.succeeded();
        switch (reply.verdict()) {
            case OK, MOVING -> {
                holder.beaten(reply);
                if (reply.dueInMillis() >= 0 && reply.dueInMillis() < lockMillis()) {
                    nextDue.in(reply.dueInMillis());
                }
                if (reply.copying()) {
                    copyHistory(reply.verdict());
                }
            }
            case OLD -> {}
            case JOIN -> rejoin("the subscription begins anew");
            case REPAIR -> rejoin("its inbox or its group is gone");
        }
    }

    private void rejoin(String why) {
        holder.hindered("Cannot read subscription '" + holder.options().subscription() + "': " + why + ".");
        join();
    }

    private void copyHistory(Kept.Verdict verdict) {
        if (copying.compareAndSet(false, true)) {
            joiner.copyHistory().whenComplete((last, failure) -> {
                copying.set(false);
                holder.advance();
                if (failure != null) {
                    copyAgain.failed(); // its next beat may be far away
                    return;
                }
                copyAgain.succeeded();
                if (verdict == Kept.Verdict.MOVING) { // only a beat tells that there is something to read
                    timer.after(last.done() ? Duration.ZERO : WHILE_MOVING, this::beat);
                }
            });
        }
    }

    // ---- take

    @Override
    public void dueIn(long millis) {
        if (millis < lockMillis()) { // what is due later, a later beat tells
            timer.after(Duration.ofMillis(millis), this::lookForDue);
        }
    }

    @Override
    public void heardOfDue() {
        hearsay.in(UNTIL_HEARSAY_MILLIS);
    }

    @Override
    public void nudgeIn(long millis) {
        if (millis == 0) {
            nudge(); // before a close goes on
        }
        nudge.in(Math.max(millis, UNTIL_NUDGED_AGAIN_MILLIS)); // for those that were between two reads
    }

    private void nudge() {
        holder.store().nudge(holder.membership().holder()).exceptionally(failure -> null); // then a beat tells them
    }

    private long lockMillis() {
        return holder.options().lockDuration().toMillis();
    }

    /** What a beat told of is due. Only the next beat tells what comes after it: it is sent when this is taken. */
    private void lookForNext() {
        beatAfterTake = true;
        lookForDue();
    }

    @Override
    public void lookForDue() {
        wanted.incrementAndGet();
        takeDue();
    }

    @Override
    public void takeDue() {
        long mark = wanted.get();
        if (mark == served.get() || stopped) {
            return;
        }
        taker.runOnce(holder).whenComplete((result, failure) -> {
            if (failure != null) {
                takeAgain.failed();
                return;
            }
            takeAgain.succeeded();
            switch (result) {
                case NOT_NOW -> {} // when a slot is free, or the take under way is done
                case MORE -> takeDue();
                case BEAT -> beatNow();
                case ALL -> {
                    served.accumulateAndGet(mark, Math::max);
                    if (beatAfterTake) {
                        beatAfterTake = false;
                        beat();
                    }
                    takeDue();
                }
            }
        });
    }

    // ---- sweep, sample

    private CompletableFuture<?> sweep() {
        return sweeper.runOnce(holder).thenAccept(this::swept).exceptionally(failure -> null); // the beat tells
    }

    private void swept(Swept reply) {
        if (reply.verdict() == Swept.Verdict.OK && reply.madeDue() + reply.deadLettered() > 0) {
            log.info(
                    "Subscription '{}': {} deliveries that nobody worked on are due again, {} stalls, {} dead letters",
                    holder.options().subscription(),
                    reply.madeDue(),
                    reply.stalls(),
                    reply.deadLettered());
            holder.swept(reply);
        }
        if (reply.madeDue() > 0) {
            lookForDue();
        }
        if (reply.more()) {
            sweep();
        }
    }

    private CompletableFuture<?> sample() {
        if (!holder.wantsSample()) {
            return CompletableFuture.completedFuture(null);
        }
        return holder.store()
                .status(holder.options().subscription())
                .thenAccept(holder::sampled)
                .exceptionally(failure -> null); // the beat tells
    }
}
