package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How much a blocking read asks for, as the server's slow log tells it when everything counts as slow. */
class ReadSizesTest {

    @Test
    void a_blocking_read_over_many_inboxes_asks_for_little_of_each_so_that_nobody_waits_long_behind_it() {
        assertThat(largestRead(20)).isBetween(2, 32);
        assertThat(largestRead(4)).isBetween(33, 128);
    }

    private static int largestRead(int subscriptions) {
        try (RedisProcess server = RedisProcess.builder().start();
                Fixture fixture = new Fixture(server)) {
            Broadcast events = fixture.relay().broadcast("events");
            AtomicInteger handled = new AtomicInteger();
            for (int i = 0; i < subscriptions; i++) {
                WorkerOptions worker = WorkerOptions.of("s" + i, ">").build();
                assertThat(events.subscribe(worker, delivery -> handled.incrementAndGet())
                                .awaitReady(Fixture.LONG))
                        .isTrue();
            }
            publishAndAwait(events, handled, subscriptions); // handlers turn out to be fast
            fixture.redis().configSet("slowlog-max-len", "1000");
            fixture.redis().configSet("slowlog-log-slower-than", "0");
            fixture.redis().slowlogReset();
            publishAndAwait(events, handled, subscriptions);

            return fixture.redis().slowlogGet(1_000).stream()
                    .mapToInt(ReadSizesTest::countOfBlockingRead)
                    .max()
                    .orElseThrow();
        }
    }

    private static void publishAndAwait(Broadcast events, AtomicInteger handled, int subscriptions) {
        int before = handled.get();
        for (int n = 0; n < 100; n++) {
            events.publish(Message.of("n." + n, n));
        }
        await().atMost(Fixture.LONG).until(() -> handled.get() == before + 100 * subscriptions);
    }

    private static int countOfBlockingRead(Object entry) {
        List<String> words = entry instanceof List<?> parts && parts.size() > 3 && parts.get(3) instanceof List<?> said
                ? said.stream().map(ReadSizesTest::text).toList()
                : List.of();
        boolean blocking = words.contains("XREADGROUP") && words.contains("BLOCK");
        return blocking ? Integer.parseInt(words.get(words.indexOf("COUNT") + 1)) : 0;
    }

    private static String text(Object word) {
        return word instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(word);
    }
}
