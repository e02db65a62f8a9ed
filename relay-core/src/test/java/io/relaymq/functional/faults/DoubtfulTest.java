package io.relaymq.functional.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Consumer;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.WorkerOptions;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Received;
import io.relaymq.functional.Servers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A message that ends its process at once leaves no time for a beat that says so. */
class DoubtfulTest {

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void what_may_have_ended_a_process_starts_only_when_its_consumers_record_says_so() {
        Map<String, Boolean> known = new ConcurrentHashMap<>();
        Received received = new Received();
        WorkerOptions options = WorkerOptions.of("sub", ">")
                .concurrency(4)
                .stalledInterval(Duration.ofMillis(200))
                .build();
        BroadcastWorker worker = events.subscribe(options, delivery -> {
            known.put(delivery.id(), isListedAsStarted(delivery.id()));
            received.handle(delivery);
        });
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        worker.pause();
        String orphan = events.publish("n.orphan", "x").id();
        @SuppressWarnings({"unchecked", "unused"})
        var handedToNobody = fixture.redis()
                .xreadgroup(
                        Consumer.from("relay", "relay"),
                        XReadArgs.Builder.noack(true),
                        StreamOffset.lastConsumed(fixture.key("inbox:sub")));

        worker.resume();
        events.publish("n.plain", "x");

        await().atMost(Fixture.LONG).until(() -> received.count() == 2);
        assertThat(known).hasSize(2).containsEntry(orphan, true).containsValue(false);
    }

    private boolean isListedAsStarted(String id) {
        return fixture.redis().hvals(fixture.key("flight:sub")).stream()
                .flatMap(record -> Stream.of(record.split(" ")))
                .anyMatch(token -> token.startsWith(id) && token.endsWith("!"));
    }
}
