package io.relaymq.internal.publish;

import io.relaymq.PartialPublishException;
import io.relaymq.PartialPublishException.Fate;
import io.relaymq.PartialPublishException.Outcome;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.internal.store.Outgoing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Many messages on their way: call after call in their order, several under way at a time, none any more once one has failed. One
 * thread sends them all, for what two threads send is not in order; the first of its kind goes alone, so that the script is known to
 * the server when others follow close upon each other.
 */
final class Batch {

    private static final int CALLS_AT_A_TIME = 8;
    private static final Outcome NOT_SENT = new Outcome(Fate.NOT_STORED, null);

    private final List<Outgoing> messages;
    private final Supplier<RouteTable> routes;
    private final Function<Call, CompletableFuture<List<PublishResult>>> send;
    private final Semaphore window = new Semaphore(CALLS_AT_A_TIME);
    private final List<Outcome> outcomes; // guarded by this
    private @Nullable Throwable failure; // guarded by this

    Batch(
            List<Outgoing> messages,
            Supplier<RouteTable> routes,
            Function<Call, CompletableFuture<List<PublishResult>>> send) {
        this.messages = messages;
        this.routes = routes;
        this.send = send;
        this.outcomes = new ArrayList<>(Collections.nCopies(messages.size(), NOT_SENT));
    }

    /** Sends all and waits. Throws what went wrong, or what became of each if they do not share one fate. */
    List<PublishResult> run() {
        Call last = null;
        int from = 0;
        while (from < messages.size()) {
            Call call = Call.from(messages, from, routes.get());
            boolean first = last == null || last.isDelayed() != call.isDelayed();
            int places = first ? CALLS_AT_A_TIME : 1;
            window.acquireUninterruptibly(places);
            if (failure() != null) {
                window.release(places);
                break;
            }
            int begin = from;
            send.apply(call).whenComplete((results, failed) -> {
                note(begin, call, results, failed);
                window.release(places);
            });
            from += call.messages().size();
            last = call;
        }
        window.acquireUninterruptibly(CALLS_AT_A_TIME); // all are answered
        return results();
    }

    private synchronized @Nullable Throwable failure() {
        return failure;
    }

    private synchronized void note(
            int from, Call call, @Nullable List<PublishResult> results, @Nullable Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        for (int i = 0; i < call.messages().size(); i++) {
            outcomes.set(from + i, outcome(results == null ? null : results.get(i), cause));
        }
        failure = failure == null ? cause : failure;
    }

    private static Outcome outcome(@Nullable PublishResult result, @Nullable Throwable failure) {
        return new Outcome(
                failure == null
                        ? Fate.STORED
                        : failure instanceof PublishOutcomeUnknownException ? Fate.UNKNOWN : Fate.NOT_STORED,
                result);
    }

    private synchronized List<PublishResult> results() {
        if (failure == null) {
            return outcomes.stream()
                    .map(one -> Objects.requireNonNull(one.result()))
                    .toList();
        }
        if (!sharedFate()) {
            throw partial(failure);
        }
        failure.addSuppressed(new Throwable("called here"));
        throw failure instanceof RuntimeException known ? known : new CompletionException(failure);
    }

    private boolean sharedFate() {
        return outcomes.stream().map(Outcome::fate).distinct().count() == 1;
    }

    private PartialPublishException partial(Throwable failed) {
        return new PartialPublishException(
                "Of " + outcomes.size() + " messages " + count(Fate.STORED) + " were stored, " + count(Fate.NOT_STORED)
                        + " were not, and of " + count(Fate.UNKNOWN) + " it is unknown: " + failed.getMessage(),
                outcomes,
                failed);
    }

    private long count(Fate fate) {
        return outcomes.stream().filter(one -> one.fate() == fate).count();
    }
}
