package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Received;
import io.relaymq.functional.Servers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Consumers that come, work a moment and are gone without a word, one after the other, as pods that are killed. How many is set
 * by {@code -Drelay.test.short-lived=200}.
 */
class ShortLivedConsumersTest {

    private static final int CONSUMERS = Integer.getInteger("relay.test.short-lived", 30);
    private static final Duration LOCK = Duration.ofMillis(500);
    private static final Duration INTERVAL = Duration.ofMillis(200);

    /** What may come to life in two lock-durations and a sweep, on a slow machine. */
    private static final int MOST_RECORDS = 25;

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");

    final ExecutorService ends = Executors.newCachedThreadPool();

    @AfterEach
    void close() throws InterruptedException {
        ends.shutdown();
        assertThat(ends.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        fixture.close();
    }

    @Test
    void consumers_that_are_killed_one_after_the_other_leave_a_bounded_number_of_records_and_nothing_undelivered() {
        Received received = new Received();
        BroadcastWorker survivor = subscribe(events, received);
        Set<String> ids = new HashSet<>();
        long most = 0;
        for (int n = 0; n < CONSUMERS; n++) {
            liveAMoment(received);
            ids.add(events.publish("n.1", "x").id());
            most = Math.max(most, records());
        }

        await().atMost(Fixture.LONG).until(() -> records() == 1);
        await().atMost(Fixture.LONG)
                .until(() -> received.timesById().keySet().containsAll(ids)
                        && requireNonNull(events.subscriptions().describe("sub"))
                                        .backlog()
                                == 0);
        assertThat(most).isLessThanOrEqualTo(MOST_RECORDS);
        assertThat(groupConsumers()).hasSizeLessThanOrEqualTo(1);
        assertThat(requireNonNull(events.subscriptions().describe("sub")).consumers())
                .hasSize(1);
        assertThat(survivor.state()).isEqualTo(BroadcastWorker.State.RUNNING);
    }

    /** To cut a process off for good is, for the server, what its death is. */
    private void liveAMoment(Received received) {
        FaultyLink link = FaultyLink.to(Servers.any());
        RedisClient client = fixture.newClient(link.uri());
        Relay relay = RelayBuilder.forClient(client)
                .options(RelayOptions.defaults().withNamespace(fixture.namespace()))
                .build();
        subscribe(relay.broadcast("events"), received);
        link.refuse();
        link.cut();
        ends.execute(() -> {
            relay.close(Duration.ZERO); // nothing of it reaches the server
            link.close();
        });
    }

    private static BroadcastWorker subscribe(Broadcast broadcast, Received received) {
        WorkerOptions options = WorkerOptions.of("sub", ">")
                .lockDuration(LOCK)
                .stalledInterval(INTERVAL)
                .build();
        BroadcastWorker worker = broadcast.subscribe(options, received);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private long records() {
        return fixture.redis().hlen(fixture.key("flight:sub"));
    }

    private List<Object> groupConsumers() {
        return fixture.redis().xinfoConsumers(fixture.key("inbox:sub"), "relay");
    }
}
