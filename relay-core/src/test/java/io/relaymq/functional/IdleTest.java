package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.MessageHandler;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdleTest {

    private static final int WORKERS = 20;
    private static final Duration WINDOW = Duration.ofSeconds(10);

    /** In the window: a beat of each worker at most every 8 s, a sweep at most every 24 s. */
    private static final int MOST_SCRIPTS = WORKERS * 2 + WORKERS;

    @Test
    void twenty_workers_need_two_connections_and_hardly_a_command_while_idle_paused_or_busy() {
        CountDownLatch release = new CountDownLatch(1);
        try (Scene idle = new Scene(delivery -> {});
                Scene paused = new Scene(delivery -> {});
                Scene busy = new Scene(delivery -> release.await())) {
            paused.workers.forEach(BroadcastWorker::pause);
            busy.events.publish("all.at.once", "x");
            await().atMost(Fixture.LONG)
                    .until(() ->
                            busy.workers.stream().allMatch(one -> one.status().running() == 1));
            await().atMost(Fixture.LONG)
                    .until(() -> Stream.of(idle, paused, busy).allMatch(Scene::isAtRest));
            List<ServerCounts> before =
                    Stream.of(idle, paused, busy).map(Scene::counts).toList();

            await().pollDelay(WINDOW).atMost(WINDOW.plus(Fixture.LONG)).until(() -> true);
            List<ServerCounts> after =
                    Stream.of(idle, paused, busy).map(Scene::counts).toList();
            release.countDown();

            assertThat(idle.relayConnections()).containsExactlyInAnyOrder("relay-shared", "relay-reader-1");
            for (int i = 0; i < 3; i++) {
                int reads = i == 0 ? 4 : 0;
                assertThat(calls("xreadgroup", before.get(i), after.get(i))).isLessThanOrEqualTo(reads);
                assertThat(calls("client|unblock", before.get(i), after.get(i))).isZero();
                assertThat(calls("ping", before.get(i), after.get(i))).isZero();
                assertThat(after.get(i).scripts() - before.get(i).scripts()).isBetween(1L, (long) MOST_SCRIPTS);
                assertThat(after.get(i).connections()).isEqualTo(before.get(i).connections());
            }
            assertThat(calls("xreadgroup", before.get(0), after.get(0))).isPositive();
        }
    }

    private static long calls(String command, ServerCounts before, ServerCounts after) {
        return after.calls(command) - before.calls(command);
    }

    /** A server of its own, and a Relay with many workers on it. */
    private static final class Scene implements AutoCloseable {

        final RedisProcess server = RedisProcess.builder().start();
        final Fixture fixture = new Fixture(server);
        final Broadcast events = fixture.relay().broadcast("events");
        final List<BroadcastWorker> workers;
        private long readsSeen = -1;

        Scene(MessageHandler handler) {
            workers = IntStream.range(0, WORKERS)
                    .mapToObj(n -> events.subscribe(
                            WorkerOptions.of("sub" + n, "all.>").build(), handler))
                    .toList();
            workers.forEach(
                    worker -> assertThat(worker.awaitReady(Fixture.LONG)).isTrue());
        }

        ServerCounts counts() {
            return ServerCounts.of(fixture.redis());
        }

        /** No read came between two looks. */
        boolean isAtRest() {
            long reads = counts().calls("xreadgroup");
            boolean same = reads == readsSeen;
            readsSeen = reads;
            return same;
        }

        List<String> relayConnections() {
            return fixture.redis()
                    .clientList()
                    .lines()
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .filter(field -> field.startsWith("name=relay"))
                    .map(field -> field.substring("name=".length()).replaceAll("@.*", ""))
                    .toList();
        }

        @Override
        public void close() {
            fixture.close();
            server.close();
        }
    }
}
