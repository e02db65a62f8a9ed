package io.relaymq.boot.autoconfigure.http;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Delivery;
import io.relaymq.RelayException;
import io.relaymq.ReleaseMessageException;
import io.relaymq.RetryAfterException;
import io.relaymq.SubjectMatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The clients of one subscription, and its handler: a delivery goes to all that want it, and is settled when it has arrived at the first of
 * them. What none of those that are connected wants waits for one that does.
 */
final class DurableClients implements AsyncMessageHandler {

    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** One of them. */
    record Client(EventStream stream, SubjectMatcher matcher) {}

    private final int buffer;
    private final List<Client> clients = new CopyOnWriteArrayList<>();
    private final AtomicInteger unsent = new AtomicInteger();

    DurableClients(int buffer) {
        this.buffer = buffer;
    }

    void add(Client client) {
        clients.add(client);
    }

    void remove(Client client) {
        clients.remove(client);
    }

    boolean isEmpty() {
        return clients.isEmpty();
    }

    List<List<String>> patterns() {
        return clients.stream().map(client -> client.matcher().patterns()).toList();
    }

    @Override
    public CompletionStage<?> handle(Delivery delivery) {
        List<Client> wanting = clients.stream()
                .filter(client -> client.matcher().matches(delivery.subject()))
                .toList();
        if (wanting.isEmpty()) {
            return CompletableFuture.failedFuture(notWanted(delivery));
        }
        Fate fate = new Fate(delivery.id(), wanting.size());
        unsent.incrementAndGet();
        fate.sent.whenComplete((done, failure) -> unsent.decrementAndGet());
        Frame frame = frame(delivery).with(fate);
        for (Client client : wanting) {
            if (!client.stream().send(frame)) {
                fate.lost();
            }
        }
        cutWhoIsSlow();
        return fate.outcome;
    }

    /** Without any client the worker is being paused: what is given back then keeps its place. */
    private RelayException notWanted(Delivery delivery) {
        return clients.isEmpty()
                ? new ReleaseMessageException("No client is connected")
                : new RetryAfterException(untilAsked(delivery));
    }

    /** The longer nobody has asked for it, the more rarely it is looked at. */
    private static Duration untilAsked(Delivery delivery) {
        Duration age = Duration.between(delivery.publishedAt(), Instant.now()).dividedBy(4);
        return age.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : age.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : age;
    }

    private static Frame frame(Delivery delivery) {
        byte[] json = EdgeJson.event(
                delivery.id(),
                delivery.subject(),
                delivery.data(),
                delivery.publishedAt().toEpochMilli(),
                delivery.retained());
        return Frame.event("message", delivery.id(), json, null);
    }

    /** One that is alone is waited for; one of several must not keep the others from what comes next. */
    private void cutWhoIsSlow() {
        if (clients.size() < 2) {
            return;
        }
        clients.stream()
                .filter(client -> client.stream().queuedBytes() > buffer)
                .forEach(client -> client.stream().abort());
        if (unsent.get() > DurableOptions.UNSENT) {
            clients.stream()
                    .max(Comparator.comparingLong(client -> client.stream().stalledNanos()))
                    .filter(client -> client.stream().stalledNanos() > 0)
                    .ifPresent(client -> client.stream().abort());
        }
    }

    /** Of one delivery: settled by the first client that it arrives at, given back if it is lost with all. */
    private static final class Fate implements Frame.Fate {

        private final String id;
        private final AtomicInteger left;
        private final CompletableFuture<Void> sent = new CompletableFuture<>();
        private final CompletableFuture<Void> outcome = new CompletableFuture<>();

        Fate(String id, int clients) {
            this.id = id;
            this.left = new AtomicInteger(clients);
        }

        @Override
        public void sent() {
            sent.complete(null);
        }

        @Override
        public void arrived() {
            outcome.complete(null);
        }

        @Override
        public void lost() {
            if (left.decrementAndGet() == 0) {
                sent.complete(null);
                outcome.completeExceptionally(
                        new ReleaseMessageException("Message " + id + " has arrived at no client"));
            }
        }
    }
}
