package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.RetryPolicy;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is settled leaves nothing behind. {@code -Drelay.many=1000000} is the long run. */
class ManyMessagesTest {

    private static final int MANY = Integer.getInteger("relay.many", 20_000);
    private static final int BATCH = 1_000;

    @Test
    void many_messages_of_which_each_tenth_fails_once_leave_no_key_and_no_memory_behind() {
        try (RedisProcess server = RedisProcess.builder().start();
                Fixture fixture = new Fixture(server)) {
            Broadcast events = fixture.relay(o -> o.withMaxMessages(BATCH)).broadcast("events");
            AtomicInteger handled = new AtomicInteger();
            WorkerOptions options = WorkerOptions.of("reader", ">")
                    .concurrency(8)
                    .retryPolicy(RetryPolicy.fixed(Duration.ofMillis(20)))
                    .build();
            BroadcastWorker worker = events.subscribe(options, delivery -> {
                if (delivery.subject().endsWith("0") && delivery.attempt() == 1) {
                    throw new IllegalStateException("each tenth fails once");
                }
                handled.incrementAndGet();
            });
            assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
            publishAndAwait(events, handled, BATCH);
            long before = used(fixture);

            for (int sent = BATCH; sent < MANY; sent += BATCH) {
                publishAndAwait(events, handled, sent + BATCH);
            }

            await().atMost(Fixture.LONG).until(() -> leftovers(fixture).isEmpty());
            assertThat(fixture.redis().xlen(fixture.key("inbox:reader"))).isZero();
            assertThat(used(fixture)).isLessThan(before + 500_000);
        }
    }

    private static void publishAndAwait(Broadcast events, AtomicInteger handled, int total) {
        events.publishAll(IntStream.range(0, BATCH)
                .mapToObj(n -> Message.of("n." + n, "some text"))
                .toList());
        await().atMost(Fixture.LONG).until(() -> handled.get() == total);
    }

    private static List<String> leftovers(Fixture fixture) {
        return List.of("wait:reader", "due:reader", "taken:reader", "tries:reader").stream()
                .filter(name -> fixture.redis().exists(fixture.key(name)) > 0)
                .toList();
    }

    private static long used(Fixture fixture) {
        return fixture.redis()
                .info("memory")
                .lines()
                .filter(line -> line.startsWith("used_memory_dataset:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .sum();
    }
}
