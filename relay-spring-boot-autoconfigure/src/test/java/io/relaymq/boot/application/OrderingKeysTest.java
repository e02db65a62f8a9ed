package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Delivery;
import io.relaymq.Relay;
import io.relaymq.spring.RelayHeaders;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.messaging.handler.annotation.Header;

/** Of the messages of a key one is handled at a time, whatever the kind of the listener. */
class OrderingKeysTest extends OnRedis {

    private static final int MESSAGES = 600;

    /** Keeps the order by key, and counts when two of a key are in it. */
    static class Keys {
        final Map<String, Queue<Integer>> order = new ConcurrentHashMap<>();
        final AtomicInteger together = new AtomicInteger();
        private final Set<String> running = ConcurrentHashMap.newKeySet();

        void enter(String key, int number) {
            if (!running.add(key)) {
                together.incrementAndGet();
            }
            order.computeIfAbsent(key, one -> new ConcurrentLinkedQueue<>()).add(number);
            Thread.yield();
        }

        void leave(String key) {
            running.remove(key);
        }
    }

    static class Single extends Keys {
        @RelayListener(value = "keys", subscription = "keys", concurrency = "4")
        void handle(int number, @Header(RelayHeaders.ORDERING_KEY) String key) {
            enter(key, number);
            leave(key);
        }
    }

    static class Later extends Keys {
        @RelayListener(value = "keys", subscription = "keys", concurrency = "20")
        CompletableFuture<Void> handle(int number, @Header(RelayHeaders.ORDERING_KEY) String key) {
            enter(key, number);
            return CompletableFuture.runAsync(() -> leave(key));
        }
    }

    static class Batches extends Keys {
        final Queue<Integer> sizes = new ConcurrentLinkedQueue<>();

        @RelayListener(value = "keys", subscription = "keys", concurrency = "3", properties = "batch-size=10")
        void handle(List<Delivery> batch) {
            sizes.add(batch.size());
            batch.forEach(one -> enter(key(one), one.payload(Integer.class)));
            batch.forEach(one -> leave(key(one)));
        }

        private static String key(Delivery delivery) {
            return Objects.requireNonNull(delivery.orderingKey());
        }
    }

    @Test
    void of_single_messages() {
        assertOrdered(Single.class);
    }

    @Test
    void of_messages_whose_handling_ends_later() {
        assertOrdered(Later.class);
    }

    @Test
    void of_batches_in_one_batch_too() {
        assertOrdered(Batches.class);
    }

    private void assertOrdered(Class<? extends Keys> listener) {
        try (ConfigurableApplicationContext context = start(listener)) {
            RelayTemplate template = context.getBean(RelayTemplate.class);
            for (int number = 0; number < MESSAGES; number++) {
                template.message(number)
                        .subject("keys")
                        .orderingKey("k" + number % 5)
                        .sendAsync();
            }

            await().untilAsserted(() -> assertThat(Objects.requireNonNull(context.getBean(Relay.class)
                                    .broadcast("events")
                                    .subscriptions()
                                    .describe("keys"))
                            .counters()
                            .acked())
                    .isEqualTo(MESSAGES));
            Keys keys = context.getBean(listener);
            assertThat(keys.together).hasValue(0);
            for (int k = 0; k < 5; k++) {
                int first = k;
                assertThat(keys.order.get("k" + k))
                        .containsExactlyElementsOf(IntStream.range(0, MESSAGES / 5)
                                .map(n -> first + n * 5)
                                .boxed()
                                .toList());
            }
        }
    }
}
