package io.relaymq.boot.test;

import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.boot.test.Journal.Entry;
import io.relaymq.boot.test.Journal.Kind;
import io.relaymq.spring.RelayOperations;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Publishes and waits for what a subscription makes of it. Thread-safe. */
public final class RelayScenario {

    private static final Duration DEFAULT = Duration.ofSeconds(10);

    private final Relay relay;
    private final RelayOperations operations;
    private final Journal journal;
    private final String broadcast;

    RelayScenario(Relay relay, RelayOperations operations, Journal journal, String broadcast) {
        this.relay = relay;
        this.operations = operations;
        this.journal = journal;
        this.broadcast = broadcast;
    }

    /**
     * The same for another broadcast.
     *
     * @throws IllegalArgumentException if a broadcast cannot have that name
     */
    public RelayScenario on(String broadcast) {
        return new RelayScenario(relay, operations.on(broadcast), journal, broadcast);
    }

    /**
     * Publishes to the default broadcast, or that of {@link #on}, after all listeners have become ready.
     *
     * @throws io.relaymq.RelayException as {@link RelayOperations#publish(Message)} does
     */
    public Published publish(String subject, @Nullable Object payload) {
        for (BroadcastWorker worker : relay.workers()) {
            if (!worker.awaitReady(DEFAULT)) {
                throw new AssertionError("Nothing was published to " + subject
                        + ": a listener did not become ready within " + DEFAULT + "; its worker: " + worker);
            }
        }
        return new Published(operations.publish(Message.of(subject, payload)), DEFAULT);
    }

    /** A published message. */
    public final class Published {

        private final PublishResult result;
        private final Duration atMost;

        private Published(PublishResult result, Duration atMost) {
            this.result = result;
            this.atMost = atMost;
        }

        /** Waits at most so long, instead of 10 seconds. */
        public Published andWaitAtMost(Duration longest) {
            return new Published(result, longest);
        }

        /** Asks what that subscription makes of it. */
        public Expectation forSubscription(String subscription) {
            return new Expectation(result, atMost, subscription);
        }
    }

    /** What a subscription is to make of a message. Each method throws an {@link AssertionError} if that does not come in time. */
    public final class Expectation {

        private final PublishResult result;
        private final Duration atMost;
        private final String subscription;

        private Expectation(PublishResult result, Duration atMost, String subscription) {
            this.result = result;
            this.atMost = atMost;
            this.subscription = subscription;
        }

        /** A handler ends without failure. */
        public void toBeHandled() {
            await("to be handled", entry -> entry.kind() == Kind.HANDLED);
        }

        /** A handler is called again at least so many times. */
        public void toBeRetried(int times) {
            await("to be retried " + times + " times", e -> e.kind() == Kind.STARTED && e.attempt() > times);
        }

        /** It becomes a dead letter, which is returned. */
        public DeadLetter toBecomeDeadLetter() {
            await("to become a dead letter", entry -> entry.kind() == Kind.DEAD);
            DeadLetters letters = relay.broadcast(broadcast).subscriptions().deadLetters(subscription);
            String after = null;
            while (true) {
                List<DeadLetter> page = letters.page(DeadLetterQuery.all(), after, 1000);
                for (DeadLetter letter : page) {
                    if (letter.messageId().equals(result.id())) {
                        return letter;
                    }
                }
                if (page.isEmpty()) {
                    throw failure("to become a dead letter that is kept");
                }
                after = page.get(page.size() - 1).id();
            }
        }

        /** All that waits for the subscription is settled within the time, and no handler of it was called with this message. */
        public void toBeIgnored() {
            Awaitility.await("the backlog of " + subscription).atMost(atMost).until(this::isSettled);
            if (journal.of(broadcast, result.id()).stream()
                    .anyMatch(e -> e.subscription().equals(subscription))) {
                throw failure("to be ignored");
            }
        }

        private boolean isSettled() {
            SubscriptionStatus status =
                    relay.broadcast(broadcast).subscriptions().describe(subscription);
            if (status == null) {
                throw new AssertionError("There is no subscription " + subscription + " of " + broadcast
                        + ", which was to ignore " + result.subject());
            }
            return status.backlog() == 0;
        }

        private void await(String expected, Predicate<Entry> wanted) {
            try {
                if (!journal.await(
                        broadcast,
                        result.id(),
                        atMost,
                        seen -> seen.stream().anyMatch(e -> e.subscription().equals(subscription) && wanted.test(e)))) {
                    throw failure(expected);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while waiting for " + result.subject() + " " + expected, e);
            }
        }

        private AssertionError failure(String expected) {
            List<Entry> seen = journal.of(broadcast, result.id());
            return new AssertionError("Expected message " + result.id() + ", published to " + result.subject() + " of "
                    + broadcast + ", " + expected + " by subscription " + subscription + " within " + atMost
                    + ". It was written to " + result.subscriptions() + " subscriptions, and what happened is: "
                    + (seen.isEmpty() ? "nothing, no handler was called" : seen));
        }
    }
}
