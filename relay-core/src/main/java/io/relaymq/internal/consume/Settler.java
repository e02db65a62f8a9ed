package io.relaymq.internal.consume;

import io.relaymq.internal.lease.Claim;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.store.AnswerLostException;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Failure;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.SettledAs;
import io.relaymq.internal.store.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes how deliveries ended, until it is answered: acks in batches, failures one by one. A delivery stays listed until
 * its answer has come, so to send again is safe.
 */
final class Settler {

    private static final Logger log = LoggerFactory.getLogger(Settler.class);
    private static final int BATCH = 200;
    private static final Duration COLLECT = Duration.ofMillis(5);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(250);

    private final BroadcastStore store;
    private final Membership membership;
    private final int maxDeadLetters;
    private final Timer timer;
    private final Consumer<Settled> whenAnswered;

    private List<Held> acks = new ArrayList<>(); // guarded by this
    private boolean collecting; // guarded by this

    Settler(
            BroadcastStore store,
            Membership membership,
            int maxDeadLetters,
            Timer timer,
            Consumer<Settled> whenAnswered) {
        this.store = store;
        this.membership = membership;
        this.maxDeadLetters = maxDeadLetters;
        this.timer = timer;
        this.whenAnswered = whenAnswered;
    }

    /** Acks with the next batch, which goes when it is full or some milliseconds old. */
    void ack(Held held) {
        boolean full;
        boolean first;
        synchronized (this) {
            acks.add(held);
            full = acks.size() >= BATCH;
            first = !collecting;
            collecting = true;
        }
        if (full) {
            flush();
        } else if (first) {
            timer.after(COLLECT, this::flush);
        }
    }

    /** Sends what is collected. */
    void flush() {
        List<Held> batch;
        synchronized (this) {
            batch = acks;
            acks = new ArrayList<>();
            collecting = false;
        }
        send(batch, (holder, again, tokens) -> store.settle(holder, SettledAs.ACKED, again, tokens), false);
    }

    /** Settles a delivery whose time to live is over. */
    void expire(Held held) {
        send(List.of(held), (holder, again, tokens) -> store.settle(holder, SettledAs.EXPIRED, again, tokens), false);
    }

    /** Gives deliveries back unrun, due at once; {@code done} is called for each batch that is answered. */
    void release(List<Held> unrun, Runnable done) {
        for (int from = 0; from < unrun.size(); from += BATCH) {
            release(unrun.subList(from, Math.min(from + BATCH, unrun.size())), Duration.ZERO, done);
        }
    }

    /** Gives one back that is due after a while; {@code done} is called when it is answered. */
    void release(Held unrun, Duration delay, Runnable done) {
        release(List.of(unrun), delay, done);
    }

    private void release(List<Held> batch, Duration delay, Runnable done) {
        send(
                batch,
                (holder, again, tokens) -> release(holder, delay.toMillis(), tokens)
                        .thenApply(reply -> {
                            done.run();
                            return reply;
                        }),
                false);
    }

    /** What somebody else has meanwhile is no late result: nothing came of it here. */
    private CompletableFuture<Settled> release(Holder holder, long delayMillis, List<Token> tokens) {
        return store.release(holder, delayMillis, tokens)
                .thenApply(reply -> new Settled(reply.joined(), reply.done(), 0));
    }

    /** Records a failed attempt that runs again; {@code done} is called when it is answered. */
    void retry(Held held, Outcome.Retry retry, Runnable done) {
        Throwable failure = retry.failure();
        fail(held, new Report(retry.delay().toMillis(), failure, retry.spent()), done, false);
    }

    /** Makes a dead letter; {@code done} is called when it is one. */
    void bury(Held held, Throwable failure, Runnable done) {
        fail(held, new Report(null, failure, true), done, false);
    }

    private record Report(@Nullable Long delayMillis, Throwable failure, boolean spent) {}

    private void fail(Held held, Report report, Runnable done, boolean again) {
        Claim claim = membership.claim(held);
        Failure record = new Failure(
                claim.token(),
                report.delayMillis(),
                report.failure().getClass().getName(),
                FailureText.of(report.failure()),
                report.spent(),
                maxDeadLetters);
        store.fail(holder(claim.epoch()), record, again).whenComplete((reply, problem) -> {
            if (problem != null) {
                timer.after(PAUSE_AFTER_FAILURE, () -> fail(held, report, done, again || mayHaveCome(problem)));
                return;
            }
            answered(List.of(new Sent(held, claim)), reply, back -> fail(back, report, done, false));
            if (reply.done() > 0) {
                done.run();
            }
        });
    }

    /** Whether it may have been carried out: if so, to find nothing the next time is no late result. */
    private static boolean mayHaveCome(Throwable problem) {
        return Stages.unwrapped(problem) instanceof AnswerLostException;
    }

    /** What is sent; {@code again} if it may have come before. */
    private interface Operation {
        CompletableFuture<Settled> send(Holder holder, boolean again, List<Token> tokens);
    }

    private void send(List<Held> batch, Operation operation, boolean again) {
        Map<String, List<Sent>> byEpoch = new LinkedHashMap<>();
        for (Held held : batch) {
            Claim claim = membership.claim(held);
            byEpoch.computeIfAbsent(claim.epoch(), epoch -> new ArrayList<>()).add(new Sent(held, claim));
        }
        byEpoch.forEach((epoch, sent) -> {
            List<Token> tokens = sent.stream().map(one -> one.claim().token()).toList();
            operation.send(holder(epoch), again, tokens).whenComplete((reply, problem) -> {
                if (problem != null) {
                    List<Held> rest = sent.stream().map(Sent::held).toList();
                    timer.after(PAUSE_AFTER_FAILURE, () -> send(rest, operation, again || mayHaveCome(problem)));
                } else {
                    answered(sent, reply, held -> send(List.of(held), operation, false));
                }
            });
        });
    }

    private void answered(List<Sent> sent, Settled reply, Consumer<Held> settleAgain) {
        if (reply.late() > 0) {
            log.warn(
                    "{} results of subscription '{}' came late and change nothing: the deliveries had been taken over",
                    reply.late(),
                    membership.holder().subscription());
        }
        for (Sent one : sent) {
            if (!membership.settled(one.held(), one.claim())) {
                settleAgain.accept(one.held());
            }
        }
        whenAnswered.accept(reply);
    }

    /** A delivery, and what its settle was sent with. */
    private record Sent(Held held, Claim claim) {}

    private Holder holder(String epoch) {
        Holder now = membership.holder();
        return new Holder(now.subscription(), epoch, now.consumer());
    }
}
