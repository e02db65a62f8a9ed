package io.relaymq.functional.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Range;
import io.relaymq.Broadcast;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.Relay;
import io.relaymq.RelayUnavailableException;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CutPublishTest {

    private static final int PUBLISHERS = 4;
    private static final int CUTS = 80;
    private static final long SEED = 20_260_101;

    @Test
    void whatever_is_cut_a_publish_stores_its_message_at_most_once_and_says_what_it_knows() throws Exception {
        try (RedisProcess server = RedisProcess.builder().start();
                FaultyLink link = FaultyLink.to(server);
                Fixture fixture = new Fixture(server)) {
            Relay relay = fixture.relay(fixture.newClient(link.uri()));
            await().atMost(Fixture.LONG).until(relay::isConnected);
            link.latency(Duration.ofMillis(1));
            Results results = new Results();
            Thread cutter = new Thread(() -> cut(link), "cutter");

            cutter.start();
            List<Thread> publishers = IntStream.range(0, PUBLISHERS)
                    .mapToObj(p -> new Thread(() -> publish(relay, p, cutter, results), "publisher-" + p))
                    .toList();
            publishers.forEach(Thread::start);
            for (Thread publisher : publishers) {
                publisher.join();
            }

            List<String> stored = fixture.redis().xrange(fixture.key("log"), Range.unbounded()).stream()
                    .map(one -> one.getBody().get("d"))
                    .toList();
            assertThat(results.unexpected).isEmpty();
            assertThat(stored)
                    .doesNotHaveDuplicates()
                    .containsAll(results.stored)
                    .doesNotContainAnyElementsOf(results.refused);
            List<String> rest = new ArrayList<>(stored);
            rest.removeAll(results.stored);
            assertThat(results.unknown).containsAll(rest);
            assertThat(rest).isNotEmpty();
            assertThat(results.stored).isNotEmpty();
            assertThat(results.refused).isNotEmpty();
        }
    }

    private static void cut(FaultyLink link) {
        Random random = new Random(SEED);
        for (int i = 0; i < CUTS; i++) {
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(60, 120)).toNanos());
            link.cut();
        }
    }

    private static void publish(Relay relay, int publisher, Thread cutter, Results results) {
        Broadcast events = relay.broadcast("events");
        for (int n = 0; cutter.isAlive(); n++) {
            String name = publisher + "-" + n;
            try {
                events.publish("n.x", name);
                results.stored.add(name);
            } catch (PublishOutcomeUnknownException e) {
                results.unknown.add(name);
            } catch (RelayUnavailableException e) {
                results.refused.add(name);
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            } catch (RuntimeException e) {
                results.unexpected.add(e);
            }
        }
    }

    /** Names of messages by what their publish said. */
    private static final class Results {

        final ConcurrentLinkedQueue<String> stored = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<String> unknown = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<RuntimeException> unexpected = new ConcurrentLinkedQueue<>();
    }
}
