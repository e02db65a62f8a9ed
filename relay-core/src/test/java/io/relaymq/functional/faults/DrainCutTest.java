package io.relaymq.functional.faults;

import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Subscriptions that drain their backlogs in turns, on a connection that is cut again and again. */
class DrainCutTest {

    private static final int MESSAGES = 3_000;
    private static final List<String> SUBSCRIPTIONS = List.of("a", "b", "c", "d", "e");

    @Test
    void whoever_has_the_turn_when_the_connection_is_cut_all_are_given_everything() throws Exception {
        try (RedisProcess server = RedisProcess.builder().start();
                FaultyLink link = FaultyLink.to(server);
                Fixture fixture = new Fixture(server)) {
            Broadcast there = fixture.relay(options -> options).broadcast("events");
            SUBSCRIPTIONS.forEach(name -> create(there, name));
            there.publishAll(IntStream.range(0, MESSAGES)
                    .mapToObj(n -> Message.of("n." + n, n))
                    .toList());

            Relay relay = fixture.relay(fixture.newClient(link.uri()), options -> options);
            Set<String> received = ConcurrentHashMap.newKeySet();
            for (String name : SUBSCRIPTIONS) {
                WorkerOptions worker = WorkerOptions.of(name, ">")
                        .lockDuration(Duration.ofSeconds(2))
                        .stalledInterval(Duration.ofMillis(500))
                        .build();
                relay.broadcast("events").subscribe(worker, delivery -> received.add(name + " " + delivery.subject()));
            }
            for (int part = 1; part <= 3; part++) {
                int some = part * MESSAGES;
                await().atMost(Fixture.LONG).until(() -> received.size() >= some);
                link.cut();
            }

            await().atMost(Fixture.LONG).until(() -> received.size() == SUBSCRIPTIONS.size() * MESSAGES);
        }
    }

    private static void create(Broadcast broadcast, String subscription) {
        try (BroadcastWorker worker =
                broadcast.subscribe(WorkerOptions.of(subscription, ">").build(), delivery -> {})) {
            worker.awaitReady(Fixture.LONG);
        }
    }
}
