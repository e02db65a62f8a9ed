package io.relaymq.internal.publish;

import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.RelayException;
import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.store.Outgoing;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call at a time: a message that comes while none is under way goes at once, those that come meanwhile share the next one. A call
 * costs much more than a message in it, here and for Redis; and the order is that of the calls. Thread-safe.
 */
final class SharedCalls {

    private final Supplier<RouteTable> routes;
    private final Function<Call, CompletableFuture<List<PublishResult>>> send;
    private final long timeoutNanos;
    private final LongSupplier nanoTime;

    private final Deque<Waiting> waiting = new ArrayDeque<>(); // guarded by this
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null); // guarded by this
    private int alone; // so many of the first go alone; guarded by this
    private boolean underWay; // guarded by this
    private boolean sending; // guarded by this

    SharedCalls(
            Supplier<RouteTable> routes,
            Function<Call, CompletableFuture<List<PublishResult>>> send,
            Duration timeout,
            LongSupplier nanoTime) {
        this.routes = routes;
        this.send = send;
        this.timeoutNanos = timeout.toNanos();
        this.nanoTime = nanoTime;
    }

    private record Waiting(Outgoing message, long since, CompletableFuture<PublishResult> result) {}

    CompletableFuture<PublishResult> send(Outgoing message) {
        Waiting own = new Waiting(message, nanoTime.getAsLong(), new CompletableFuture<>());
        synchronized (this) {
            waiting.add(own);
            last = own.result();
        }
        sendNext();
        return own.result();
    }

    /** Waits until all that have come so far are answered, or given up. */
    void awaitAnswers() {
        CompletableFuture<?> known;
        synchronized (this) {
            known = last;
        }
        known.handle((result, failure) -> failure).join();
    }

    /** Sends what waits, unless a call is under way; a call that is answered before it returns is followed by the next here. */
    private void sendNext() {
        synchronized (this) {
            if (sending) {
                return;
            }
            sending = true;
        }
        try {
            for (List<Waiting> next = next(); !next.isEmpty(); next = next()) {
                sendFirstOf(next);
            }
        } catch (RuntimeException | Error e) { // no memory, for example: the next publish begins again
            synchronized (this) {
                sending = false;
            }
            throw e;
        }
    }

    /** What may go now, no more than a call can take; who sends is the only one that takes from the queue. */
    private synchronized List<Waiting> next() {
        List<Waiting> next = new ArrayList<>();
        if (!underWay) {
            Iterator<Waiting> all = waiting.iterator();
            for (int most = alone > 0 ? 1 : Call.MOST_SHARED; all.hasNext() && next.size() < most; ) {
                next.add(all.next());
            }
        }
        sending = !next.isEmpty();
        return next;
    }

    private void sendFirstOf(List<Waiting> next) {
        Waiting first = next.get(0);
        if (nanoTime.getAsLong() - first.since() > timeoutNanos) {
            take(1);
            first.result().completeExceptionally(notSent(first));
            return;
        }
        Call call = Call.shared(next.stream().map(Waiting::message).toList(), routes.get());
        List<Waiting> own = next.subList(0, call.messages().size());
        synchronized (this) {
            take(own.size());
            underWay = true;
        }
        answer(call).whenComplete((results, failure) -> answered(own, results, failure));
    }

    private CompletableFuture<List<PublishResult>> answer(Call call) {
        try {
            return send.apply(call);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private synchronized void take(int messages) {
        for (int i = 0; i < messages; i++) {
            waiting.remove();
        }
        alone = Math.max(0, alone - messages);
    }

    private void answered(List<Waiting> own, @Nullable List<PublishResult> results, @Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        boolean refused = own.size() > 1 && isRefusal(cause);
        synchronized (this) {
            if (refused) { // nothing was stored, and it may be one of them that is to blame
                for (int i = own.size() - 1; i >= 0; i--) {
                    waiting.addFirst(own.get(i));
                }
                alone += own.size();
            }
            underWay = false;
        }
        try {
            sendNext();
        } finally {
            for (int i = 0; i < own.size() && !refused; i++) {
                if (results != null) {
                    own.get(i).result().complete(results.get(i));
                } else {
                    own.get(i).result().completeExceptionally(own.size() == 1 ? cause : unknown(own.get(i), cause));
                }
            }
        }
    }

    /** Whether it is known that nothing was stored: of what failed in this process on the way back it is not. */
    private static boolean isRefusal(@Nullable Throwable cause) {
        return cause instanceof RelayException && !(cause instanceof PublishOutcomeUnknownException);
    }

    private static PublishOutcomeUnknownException unknown(Waiting one, @Nullable Throwable cause) {
        return new PublishOutcomeUnknownException(
                "Cannot publish to subject '" + one.message().subject()
                        + "': no answer came to the call that it shared with others."
                        + " The message may have been stored; repeat it with the same idempotency key.",
                cause);
    }

    private RelayUnavailableException notSent(Waiting one) {
        return new RelayUnavailableException(
                "Cannot publish to subject '" + one.message().subject()
                        + "': Redis did not answer those before it within " + timeoutNanos / 1_000_000
                        + " ms. The message was not stored.",
                null);
    }
}
