package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.Delivery;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.spring.Acknowledgment;
import io.relaymq.spring.BatchListenerFailedException;
import io.relaymq.spring.DeliveryInterceptor;
import io.relaymq.spring.PublishInterceptor;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** What annotated methods can do, on a real server. */
class ListenersTest extends OnRedis {

    private static SubscriptionStatus status(ConfigurableApplicationContext context, String subscription) {
        return Objects.requireNonNull(
                context.getBean(Relay.class).broadcast("events").subscriptions().describe(subscription));
    }

    static class Later extends Received {
        @RelayListener(value = "later", subscription = "later")
        CompletableFuture<Void> later(Delivery delivery) {
            values.add(delivery.attempt());
            CompletableFuture<Void> done = new CompletableFuture<>();
            if (delivery.attempt() == 1) {
                done.completeExceptionally(new IOException("on purpose"));
            } else {
                done.complete(null);
            }
            return done;
        }
    }

    @Test
    void a_future_that_fails_is_retried() {
        try (ConfigurableApplicationContext context = start(Later.class)) {
            context.getBean(RelayTemplate.class).publish("later", 1);

            await().untilAsserted(() -> {
                assertThat(context.getBean(Later.class).values).containsExactly(1, 2);
                assertThat(status(context, "later").counters().acked()).isEqualTo(1);
            });
        }
    }

    static class ByHand extends Received {
        @RelayListener(
                value = "hand",
                subscription = "hand",
                ackMode = "MANUAL",
                properties = {"handler-timeout=200ms", "max-attempts=2", "retry.delay=1ms"})
        void hand(String text, Delivery delivery, Acknowledgment acknowledgment) {
            values.add(text + delivery.attempt());
            switch (text) {
                case "ack" -> acknowledgment.ack();
                case "dead" -> acknowledgment.deadLetter("on purpose");
                case "later" -> acknowledgment.retryAfter(Duration.ofMillis(10));
                case "retry" -> acknowledgment.retry();
                default -> {} // never settled: its time is over some time
            }
        }
    }

    @Test
    void what_is_settled_by_hand_is_settled_so_and_what_is_not_runs_out_of_its_time() {
        try (ConfigurableApplicationContext context = start(ByHand.class)) {
            RelayTemplate template = context.getBean(RelayTemplate.class);
            List.of("ack", "dead", "retry", "forgotten").forEach(text -> template.publish("hand", text));

            await().untilAsserted(() -> {
                assertThat(status(context, "hand").counters().acked()).isEqualTo(1);
                assertThat(status(context, "hand").dead()).isEqualTo(3);
                assertThat(context.getBean(ByHand.class).values)
                        .containsExactlyInAnyOrder("ack1", "dead1", "retry1", "retry2", "forgotten1", "forgotten2");
            });
        }
    }

    static class Batches extends Received {
        final Map<Integer, Integer> seen = new ConcurrentHashMap<>();

        @RelayListener(value = "batch", subscription = "batch", properties = "batch-size=7")
        void batch(List<Integer> numbers) {
            assertThat(numbers).hasSizeLessThanOrEqualTo(7).isSorted();
            numbers.forEach(number -> seen.merge(number, 1, Integer::sum));
            int bad = numbers.indexOf(13);
            if (bad >= 0 && seen.getOrDefault(13, 0) == 1) {
                throw new BatchListenerFailedException("at 13", new IOException("on purpose"), bad);
            }
        }
    }

    @Test
    void a_batch_that_fails_in_part_is_handled_in_part_again() {
        try (ConfigurableApplicationContext context = start(Batches.class)) {
            RelayTemplate template = context.getBean(RelayTemplate.class);
            for (int number = 1; number <= 50; number++) {
                template.publish("batch", number);
            }

            await().untilAsserted(() ->
                    assertThat(status(context, "batch").counters().acked()).isEqualTo(50));
            assertThat(context.getBean(Batches.class).seen).hasSize(50).containsEntry(13, 2);
            assertThat(status(context, "batch").counters().retried()).isEqualTo(1);
        }
    }

    enum Kind {
        TEA
    }

    record Sold(Instant at, LocalDate day, Optional<String> note, Kind kind) {}

    /** The same shape, in what might be another application. */
    static final class Elsewhere {
        record Bought(Instant at, LocalDate day, Optional<String> note, Kind kind) {}
    }

    static class Reads extends Received {
        @RelayListener(value = "sold", subscription = "sold")
        void sold(Sold sold) {
            values.add(sold);
        }

        @RelayListener(value = "sold", subscription = "bought")
        void bought(Elsewhere.Bought bought) {
            values.add(bought);
        }
    }

    @Test
    void times_optionals_and_enums_go_round_and_the_type_is_that_of_the_parameter() {
        Sold sold =
                new Sold(Instant.parse("2026-11-30T08:00:00Z"), LocalDate.of(2026, 11, 30), Optional.empty(), Kind.TEA);
        try (ConfigurableApplicationContext context = start(Reads.class)) {
            context.getBean(RelayTemplate.class).publish("sold", sold);

            List<Object> values = context.getBean(Reads.class).values;
            await().until(() -> values.size() == 2);
            assertThat(values)
                    .containsExactlyInAnyOrder(
                            sold, new Elsewhere.Bought(sold.at(), sold.day(), sold.note(), sold.kind()));
        }
    }

    static class OfAnother extends Received {
        @RelayListener(value = "sold", subscription = "bought")
        void bought(Elsewhere.Bought bought) {
            values.add(bought);
        }
    }

    @Test
    void what_one_application_publishes_another_reads_as_a_class_of_its_own() {
        Sold sold = new Sold(Instant.EPOCH, LocalDate.EPOCH, Optional.of("note"), Kind.TEA);
        try (ConfigurableApplicationContext shop = start(Received.class, "relay.namespace=shops");
                ConfigurableApplicationContext another = start(OfAnother.class, "relay.namespace=shops")) {
            shop.getBean(RelayTemplate.class).publish("sold", sold);

            List<Object> values = another.getBean(OfAnother.class).values;
            await().until(() -> values.size() == 1);
            assertThat(values).containsExactly(new Elsewhere.Bought(sold.at(), sold.day(), sold.note(), sold.kind()));
        }
    }

    record Amount(@Positive int cents) {}

    static class Cashier extends Received {
        @RelayListener(value = "paid", subscription = "paid")
        void paid(@Valid Amount amount) {
            values.add(amount.cents());
        }
    }

    @Test
    void a_payload_that_breaks_a_constraint_is_a_dead_letter_at_once_that_names_it() {
        try (ConfigurableApplicationContext context = start(Cashier.class)) {
            RelayTemplate template = context.getBean(RelayTemplate.class);
            template.publish("paid", new Amount(-1));
            template.publish("paid", new Amount(1));

            await().untilAsserted(() ->
                    assertThat(context.getBean(Cashier.class).values).containsExactly(1));
            DeadLetter letter = context.getBean(Relay.class)
                    .broadcast("events")
                    .subscriptions()
                    .deadLetters("paid")
                    .page(DeadLetterQuery.all(), null, 2)
                    .get(0);
            assertThat(letter.attempts()).isEqualTo(1);
            assertThat(letter.detail()).contains("'cents' must be greater than 0");
        }
    }

    static class Surrounded extends Received {

        @Bean
        @Order(2)
        DeliveryInterceptor inner() {
            return (delivery, next) -> {
                values.add("inner " + delivery.headers().get("stamp"));
                return next.handle(delivery);
            };
        }

        @Bean
        @Order(1)
        DeliveryInterceptor outer() {
            return (delivery, next) -> {
                values.add("outer");
                return next.handle(delivery).whenComplete((value, failure) -> values.add("ended"));
            };
        }

        @Bean
        PublishInterceptor stamping() {
            return (broadcast, message) -> message.withHeader("stamp", broadcast);
        }

        @RelayListener(value = "around", subscription = "around")
        void handle(String text) {
            values.add(text);
        }
    }

    @Test
    void interceptors_of_the_application_stand_around_publish_and_handling() {
        try (ConfigurableApplicationContext context = start(Surrounded.class)) {
            context.getBean(RelayTemplate.class).publish("around", "handled");

            await().untilAsserted(() -> assertThat(context.getBean(Surrounded.class).values)
                    .containsExactly("outer", "inner events", "handled", "ended"));
        }
    }
}
