package io.relaymq.docs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PartialPublishException;
import io.relaymq.PartialPublishException.Fate;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.RateLimit;
import io.relaymq.RejectMessageException;
import io.relaymq.Relay;
import io.relaymq.RelayObserver;
import io.relaymq.RelayOptions;
import io.relaymq.ReleaseMessageException;
import io.relaymq.RetainedValue;
import io.relaymq.RetryAfterException;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionCounters;
import io.relaymq.Subscriptions;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.functional.Failing;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Received;
import io.relaymq.functional.Servers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of the pages in {@code docs/how-to}, run. */
class HowToSnippetsTest {

    final Fixture fixture = new Fixture(Servers.any());
    final Relay relay = fixture.relay();
    final Broadcast events = relay.broadcast("events");

    @AfterEach
    void close() {
        fixture.close();
    }

    // ---- dead-letters.md

    @Test
    void dead_letters_look_replay_discard() {
        Failing handler = new Failing();
        subscribe(WorkerOptions.of("billing", "orders.>").maxAttempts(1), handler);
        events.publish("orders.1.created", "x");
        events.publish("orders.1.debug", "x");
        await().atMost(Fixture.LONG).until(() -> deadLetters().count() == 2);
        handler.mend();

        assertThat(look(deadLetters())).hasSize(2);
        assertThat(discard(deadLetters())).isEqualTo(1);
        assertThat(replay(deadLetters())).isEqualTo(1);
        await().atMost(Fixture.LONG).until(() -> handler.received().count() == 3);
    }

    private DeadLetters deadLetters() {
        DeadLetters letters = relay.broadcast("events").subscriptions().deadLetters("billing");
        return letters;
    }

    private static List<String> look(DeadLetters letters) {
        List<String> said = new java.util.ArrayList<>();
        DeadLetterQuery query = DeadLetterQuery.all();
        List<DeadLetter> page = letters.page(query, null, 100);
        while (!page.isEmpty()) {
            for (DeadLetter letter : page) {
                said.add(letter.id() + " " + letter.subject() + ": " + letter.detail());
            }
            page = letters.page(query, page.get(page.size() - 1).id(), 100);
        }
        return said;
    }

    private static long replay(DeadLetters letters) {
        DeadLetterQuery lastHour = DeadLetterQuery.all()
                .withPatterns("orders.*.created")
                .withCause("IllegalStateException")
                .from(Instant.now().minus(1, ChronoUnit.HOURS));
        return letters.replay(lastHour, 50); // at most 50 become due in a second
    }

    private static long discard(DeadLetters letters) {
        return letters.discard(DeadLetterQuery.all().withPatterns("orders.*.debug"));
    }

    // ---- move-a-subscription.md

    @Test
    void move_a_subscription() {
        Received received = new Received();
        events.publish("orders.1.created", "x");
        String id = events.publish("orders.2.created", "x").id();
        Subscriptions subscriptions = relay.broadcast("events").subscriptions();
        subscriptions.create("billing", List.of("orders.>"), StartFrom.earliest());
        subscribe(WorkerOptions.of("billing", "orders.>"), received);
        await().atMost(Fixture.LONG).until(() -> received.count() == 2);

        StartFrom target = StartFrom.at(Instant.now().minus(1, ChronoUnit.HOURS));
        long again = subscriptions.countAfter("billing", target);
        assertThat(again).isEqualTo(2);
        subscriptions.pause("billing");
        subscriptions.seek("billing", target);
        subscriptions.resume("billing");
        await().atMost(Fixture.LONG).until(() -> received.count() == 4);
        assertThat(received.deliveries().get(3).replayed()).isTrue();

        subscriptions.seek("billing", StartFrom.after(id));
        subscriptions.seek("billing", StartFrom.latest());
        subscriptions.changePatterns("billing", List.of("orders.*.created"));
        assertThat(subscriptions.delete("billing")).isTrue();
    }

    // ---- retries.md

    @Test
    void retries() {
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        WorkerOptions options = WorkerOptions.of("billing", "orders.>")
                .maxAttempts(8)
                .retryPolicy(RetryPolicy.exponential(Duration.ofMillis(10), 2, Duration.ofMinutes(5), 0.2))
                .noRetryOn(List.of(IllegalArgumentException.class))
                .handlerTimeout(Duration.ofSeconds(30))
                .rateLimit(new RateLimit(100, Duration.ofSeconds(1)))
                .build();
        Till till = new Till();
        MessageHandler bill = delivery -> {
            attempts.add(delivery.attempt());
            till.bill(delivery);
        };
        BroadcastWorker worker = events.subscribe(options, bill);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();

        List.of("busy", "shut", "stopping", "never", "wrong").forEach(word -> events.publish("orders.1", word));

        await().atMost(Fixture.LONG).until(() -> deadLetters().count() == 2 && attempts.size() == 8);
        assertThat(attempts).containsExactlyInAnyOrder(1, 1, 1, 1, 1, 1, 1, 2);
    }

    /** What the page calls {@code bill}. */
    private static final class Till {
        private boolean busy;
        private boolean shut;
        private boolean stopping;

        void bill(Delivery delivery) throws IOException {
            switch (delivery.payload(String.class)) {
                case "busy" -> {
                    if (!busy) {
                        busy = true;
                        throw new RetryAfterException(Duration.ofMillis(10));
                    }
                }
                case "shut" -> {
                    if (!shut) {
                        shut = true;
                        throw new IOException("shut");
                    }
                }
                case "never" -> throw new RejectMessageException("there is no such order");
                case "stopping" -> {
                    if (!stopping) {
                        stopping = true;
                        delivery.renew(); // the handler timeout runs from now; false if the delivery is not this
                        // process's any more
                        throw new ReleaseMessageException("this instance is about to stop");
                    }
                }
                default -> throw new IllegalArgumentException("wrong");
            }
        }
    }

    // ---- use-without-spring.md

    @Test
    void handlers_that_end_later_than_their_call() {
        Carrier carrier = new Carrier();
        BroadcastWorker shipping = events.subscribeAsync(
                WorkerOptions.of("shipping", "orders.*.paid")
                        .concurrency(500)
                        .handlerTimeout(Duration.ofSeconds(30))
                        .build(),
                delivery -> carrier.book(delivery.payload(Order.class)));
        assertThat(shipping.awaitReady(Fixture.LONG)).isTrue();

        events.publish("orders.42.paid", new Order(42, "Ada"));

        await().atMost(Fixture.LONG)
                .until(() -> requireNonNull(events.subscriptions().describe("shipping"))
                                .counters()
                                .acked()
                        == 1);
    }

    record Order(int id, String customer) {}

    private static final class Carrier {
        CompletableFuture<String> book(Order order) {
            return CompletableFuture.supplyAsync(() -> "booked " + order.id());
        }
    }

    // ---- limit-retention.md

    @Test
    void limit_retention() {
        Queue<BroadcastTrimmed> trimmed = new ConcurrentLinkedQueue<>();
        RedisClient client = fixture.client();
        Relay limited = RelayBuilder.forClient(client)
                .options(RelayOptions.defaults()
                        .withNamespace(fixture.namespace())
                        .withMaxMessages(100_000)
                        .withBroadcast(
                                "audit",
                                BroadcastOptions.defaults().withMaxMessages(5).withMaxAge(Duration.ofDays(7))))
                .observer(new RelayObserver() {
                    @Override
                    public void trimmed(BroadcastTrimmed event) {
                        trimmed.add(event);
                    }
                })
                .build();
        Broadcast audit = limited.broadcast("audit");
        audit.subscriptions().create("archive", List.of(), StartFrom.latest());

        for (int n = 0; n < 7; n++) {
            audit.publish("orders.1", n);
        }

        await().atMost(Fixture.LONG).until(() -> trimmed.size() == 2);
        assertThat(trimmed).extracting(BroadcastTrimmed::unreadDrops).allMatch(drops -> drops.get("archive") == 1);
        SubscriptionCounters counters =
                requireNonNull(audit.subscriptions().describe("archive")).counters();
        assertThat(counters.unreadDrops()).isEqualTo(2);
        limited.close();
    }

    @Test
    void subscriptions_that_nobody_reads() {
        BroadcastOptions options =
                BroadcastOptions.defaults().withExpireAfter(Duration.ofDays(30)); // relay.expire-after=30d

        assertThat(options.expireAfter()).isEqualTo(Duration.ofDays(30));
    }

    @Test
    void publish_once_and_for_a_while() {
        Message message = Message.of("orders.42.created", "x")
                .withIdempotencyKey("order-42-created")
                .withTimeToLive(Duration.ofMinutes(10));
        PublishResult result = publish(message);

        assertThat(result.duplicate()).isFalse();
        assertThat(publish(message).duplicate()).isTrue();
    }

    private PublishResult publish(Message message) {
        try {
            return events.publish(message);
        } catch (PublishOutcomeUnknownException e) {
            return events.publish(message); // with its idempotency key it is stored once
        }
    }

    private void subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        assertThat(events.subscribe(options.build(), handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    // ---- publish-later.md

    @Test
    void publish_later() {
        String reminder = "x";
        String sale = "y";
        PublishResult result =
                events.publish(Message.of("orders.42.reminder", reminder).withDelay(Duration.ofHours(24)));

        events.publish(Message.of("sale.begins", sale).withDelayUntil(Instant.parse("2030-01-01T00:00:00Z")));

        boolean takenBack = events.cancel(result.id());
        assertThat(takenBack).isTrue();
    }

    // ---- retain-values.md

    @Test
    void retain_values() {
        String pricing = "x";
        events.publish(Message.of("config.pricing", pricing).withRetain());
        events.publish(Message.of("presence.ada", "online").withRetain(Duration.ofMinutes(5)));

        RetainedValue value = events.retained().get("config.pricing");
        List<RetainedValue> online = events.retained().page(List.of("presence.*"), null, 100);
        boolean deleted = events.retained().delete("presence.ada");
        assertThat(requireNonNull(value).payload(String.class)).isEqualTo("x");
        assertThat(online).hasSize(1);
        assertThat(deleted).isTrue();

        Queue<Boolean> seen = new ConcurrentLinkedQueue<>();
        WorkerOptions options =
                WorkerOptions.of("pricing", "config.>").retained(true).build();
        events.subscribe(options, delivery -> {
            boolean asItWas = delivery.retained(); // false for what is published from now on
            seen.add(asItWas);
        });
        await().atMost(Fixture.LONG).until(() -> seen.contains(true));
    }

    // ---- order-by-key.md

    @Test
    void order_by_key() {
        Queue<String> keys = new ConcurrentLinkedQueue<>();
        subscribe(
                WorkerOptions.of("s", ">").concurrency(4),
                delivery -> keys.add(requireNonNull(delivery.orderingKey())));
        String order = "x";

        events.publish(Message.of("orders.42.paid", order).withOrderingKey("order-42"));

        await().atMost(Fixture.LONG).until(() -> keys.contains("order-42"));
    }

    // ---- publish-many.md

    @Test
    void publish_many() {
        List<Message> messages = List.of(Message.of("a", "1"), Message.of("b", "2"));
        List<Message> again = new java.util.ArrayList<>();
        try {
            List<PublishResult> results = events.publishAll(messages);
            assertThat(results).hasSize(2);
        } catch (PartialPublishException e) {
            for (int index : e.indexes(Fate.NOT_STORED)) {
                again.add(messages.get(index)); // refused, or never sent
            }
            for (int index : e.indexes(Fate.UNKNOWN)) {
                again.add(messages.get(index)); // with an idempotency key it is stored once
            }
        }
        assertThat(again).isEmpty();
    }
}
