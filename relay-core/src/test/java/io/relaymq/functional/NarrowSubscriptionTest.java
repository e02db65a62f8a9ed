package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NarrowSubscriptionTest {

    private static final int BODY = 256;

    @Test
    void ten_matches_among_ten_thousand_messages_cost_a_consumer_ten_bodies_and_a_few_reads() {
        try (RedisProcess server = RedisProcess.builder().start();
                FaultyLink link = FaultyLink.to(server);
                Fixture fixture = new Fixture(server)) {
            Received received = new Received();
            Broadcast far = fixture.relay(fixture.newClient(link.uri())).broadcast("events");
            assertThat(far.subscribe(WorkerOptions.of("narrow", "n.*.wanted").build(), received)
                            .awaitReady(Fixture.LONG))
                    .isTrue();
            Broadcast near = fixture.relay().broadcast("events");
            await().atMost(Fixture.LONG)
                    .until(() -> ServerCounts.of(fixture.redis()).calls("xreadgroup") > 0);
            ServerCounts before = ServerCounts.of(fixture.redis());
            long bytesBefore = link.bytesFromServer();

            List<String> wanted = IntStream.range(0, 10)
                    .mapToObj(n -> near.publishAll(thousand(n)).get(999).id())
                    .toList();

            await().atMost(Fixture.LONG).until(() -> received.count() >= 10);
            await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("inbox:narrow")) == 0);
            assertThat(received.ids()).containsExactlyElementsOf(wanted);
            assertThat(link.bytesFromServer() - bytesBefore).isBetween(10L * BODY, 10L * BODY * 2);
            ServerCounts after = ServerCounts.of(fixture.redis());
            assertThat(after.calls("xreadgroup") - before.calls("xreadgroup")).isLessThanOrEqualTo(2 * 10 + 2);
            assertThat(after.calls("xread") + after.calls("xrange")).isEqualTo(before.calls("xrange"));
        }
    }

    /** The last one of them matches. */
    private static List<Message> thousand(int n) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> Message.of("n." + n + (i == 999 ? ".wanted" : ".other"), "x".repeat(BODY)))
                .toList();
    }
}
