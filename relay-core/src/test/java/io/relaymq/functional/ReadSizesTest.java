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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much a blocking read asks for, as the server's slow log tells it when everything counts as slow. */
class ReadSizesTest {

    private static final int FULL_ROUND = 512;
    private static final int LEAST_OF_EACH = 32;

    /** One that leaves out those that are being drained may ask the others for more. */
    @ParameterizedTest
    @ValueSource(ints = {4, 20})
    void a_blocking_read_over_many_inboxes_asks_for_little_of_each_so_that_nobody_waits_long_behind_it(int inboxes) {
        List<BlockingRead> reads = blockingReads(inboxes);

        assertThat(reads)
                .anyMatch(read -> read.inboxes() == inboxes)
                .allSatisfy(read ->
                        assertThat(read.count()).isBetween(1, Math.max(LEAST_OF_EACH, FULL_ROUND / read.inboxes())));
    }

    private static List<BlockingRead> blockingReads(int subscriptions) {
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
            publishAndAwait(events, 100, handled, subscriptions); // handlers turn out to be fast
            fixture.redis().configSet("slowlog-max-len", "10000");
            fixture.redis().configSet("slowlog-log-slower-than", "0");
            publishAndAwait(events, 100, handled, subscriptions);
            await().atMost(Fixture.LONG).until(() -> {
                publishAndAwait(events, 1, handled, subscriptions); // nobody has more to read: all wait in one
                return logged(fixture).stream().anyMatch(read -> read.inboxes() == subscriptions);
            });
            return logged(fixture);
        }
    }

    private static List<BlockingRead> logged(Fixture fixture) {
        return fixture.redis().slowlogGet(10_000).stream()
                .map(ReadSizesTest::words)
                .filter(words -> words.contains("XREADGROUP") && words.contains("BLOCK"))
                .map(BlockingRead::of)
                .toList();
    }

    private static void publishAndAwait(Broadcast events, int messages, AtomicInteger handled, int subscriptions) {
        int before = handled.get();
        for (int n = 0; n < messages; n++) {
            events.publish(Message.of("n." + n, n));
        }
        await().atMost(Fixture.LONG).until(() -> handled.get() == before + messages * subscriptions);
    }

    private static List<String> words(Object entry) {
        return entry instanceof List<?> parts && parts.size() > 3 && parts.get(3) instanceof List<?> said
                ? said.stream().map(ReadSizesTest::text).toList()
                : List.of();
    }

    private static String text(Object word) {
        return word instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(word);
    }

    private record BlockingRead(int inboxes, int count) {

        private static final Pattern CUT = Pattern.compile("\\.\\.\\. \\((\\d+) more arguments\\)");

        /** The log shows the first words of a long command and says how many it left out. */
        private static BlockingRead of(List<String> words) {
            Matcher cut = CUT.matcher(words.get(words.size() - 1));
            int all = cut.matches() ? words.size() - 1 + Integer.parseInt(cut.group(1)) : words.size();
            int keysAndIds = all - words.indexOf("STREAMS") - 1;
            return new BlockingRead(keysAndIds / 2, Integer.parseInt(words.get(words.indexOf("COUNT") + 1)));
        }
    }
}
