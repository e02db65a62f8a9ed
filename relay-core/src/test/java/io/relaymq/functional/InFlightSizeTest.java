package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handlers that take long, many at a time, and messages of 100 kB: a megabyte of them may be here. */
class InFlightSizeTest {

    private static final int KB = 1_000;
    private static final int MESSAGES = 60;
    private static final int PLACES = 1_000;

    static final RedisProcess server = RedisProcess.builder().start();

    final Fixture fixture = new Fixture(server);
    final Broadcast events = fixture.relay().broadcast("events");
    final Queue<CompletableFuture<Void>> running = new ConcurrentLinkedQueue<>();
    final Set<String> started = Collections.synchronizedSet(new LinkedHashSet<>());

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private BroadcastWorker subscribe(int maxInFlightSize) {
        WorkerOptions options = WorkerOptions.of("slow", "n.*")
                .startFrom(StartFrom.earliest())
                .concurrency(PLACES)
                .maxInFlightSize(maxInFlightSize)
                .build();
        return events.subscribeAsync(options, delivery -> {
            CompletableFuture<Void> end = new CompletableFuture<>();
            started.add(delivery.subject());
            running.add(end);
            return end;
        });
    }

    private void publish(int from, int to, int bytes) {
        List<Message> all = new ArrayList<>();
        for (int n = from; n < to; n++) {
            all.add(Message.of("n." + n, new byte[bytes]));
        }
        events.publishAll(all);
    }

    @Test
    void no_more_bytes_are_fetched_than_may_be_here_and_all_come_as_those_before_them_end() {
        publish(0, MESSAGES, 100 * KB);
        BroadcastWorker worker = subscribe(1_000 * KB);

        for (int ended = 0; ended < MESSAGES; ended++) {
            int left = MESSAGES - ended;
            await().atMost(Fixture.LONG).until(() -> running.size() >= Math.min(10, left));
            assertThat(worker.status().inFlight()).isLessThan(20);
            running.remove().complete(null);
        }

        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 0);
        assertThat(started).hasSize(MESSAGES);
    }

    @Test
    void small_ones_are_bounded_by_the_concurrency_alone() {
        subscribe(1_000 * KB);
        publish(0, PLACES + 10, 10);

        await().atMost(Fixture.LONG).until(() -> running.size() == PLACES);
    }

    @Test
    void those_that_are_larger_than_all_that_may_be_here_come_one_by_one() {
        publish(0, 3, 100 * KB);
        BroadcastWorker worker = subscribe(10);

        for (int n = 1; n <= 3; n++) {
            int expected = n;
            await().atMost(Fixture.LONG).until(() -> started.size() == expected);
            assertThat(worker.status().inFlight()).isLessThanOrEqualTo(2); // one of them may still wait for its settle
            running.remove().complete(null);
        }
    }
}
