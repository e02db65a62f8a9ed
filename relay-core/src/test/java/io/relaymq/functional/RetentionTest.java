package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.PublishResult;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class RetentionTest {

    private static final int CAP = 100;
    private static final int PUBLISHED = 10_000;

    /** So many may be unread by the one that keeps up: fewer than the cap. */
    private static final int AHEAD = 50;

    @Parameter
    RedisProcess server;

    Fixture fixture;
    Broadcast events;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        events = fixture.relay(options -> options.withMaxMessages(CAP)).broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_cap_of_100_drops_exactly_9900_for_the_one_that_sleeps_and_none_for_the_others() {
        Received awake = new Received();
        Received indifferent = new Received();
        Received asleep = new Received();
        subscribe("asleep", asleep, "n.>").close();
        subscribe("awake", awake, "n.>");
        subscribe("indifferent", indifferent, "other.>");
        subscribe("half", new Received(), "n.*.even").close();

        List<PublishResult> results = new ArrayList<>();
        for (int n = 0; n < PUBLISHED; n++) {
            results.add(events.publish("n." + n + (n % 2 == 0 ? ".even" : ".odd"), String.valueOf(n)));
            assertThat(fixture.redis().xlen(fixture.key("log"))).isLessThanOrEqualTo(CAP);
            while (results.size() - awake.count() > AHEAD) {
                Thread.onSpinWait();
            }
        }

        await().atMost(Fixture.LONG).until(() -> awake.count() == PUBLISHED);
        assertThat(status("asleep").unreadDrops()).isEqualTo(PUBLISHED - CAP);
        assertThat(status("half").unreadDrops()).isEqualTo((PUBLISHED - CAP) / 2);
        assertThat(status("awake").unreadDrops()).isZero();
        assertThat(status("indifferent").unreadDrops()).isZero();
        assertThat(dropsIn(results, "asleep")).isEqualTo(PUBLISHED - CAP);
        assertThat(dropsIn(results, "half")).isEqualTo((PUBLISHED - CAP) / 2);
        assertThat(results.stream().mapToLong(PublishResult::trimmed).sum()).isEqualTo(PUBLISHED - CAP);
        assertThat(results.stream().flatMap(one -> one.unreadDrops().keySet().stream()))
                .containsOnly("asleep", "half");
        Map<String, String> stats = fixture.redis().hgetall(fixture.key("stats:asleep"));
        assertThat(stats)
                .containsEntry("dropped-first", results.get(0).id())
                .containsEntry("dropped-last", results.get(PUBLISHED - CAP - 1).id());

        subscribe("asleep", asleep, "n.>");
        await().atMost(Fixture.LONG).until(() -> asleep.count() >= CAP);
        assertThat(asleep.ids())
                .containsExactlyElementsOf(results.stream()
                        .skip(PUBLISHED - CAP)
                        .map(PublishResult::id)
                        .toList());
    }

    @Test
    void what_a_handler_holds_or_waits_for_its_retry_survives_the_trim() throws Exception {
        Gate gate = new Gate();
        subscribe("slow", gate, "n.>");
        PublishResult held = events.publish("n.held", "held");
        gate.awaitEntered(1);

        for (int n = 0; n < CAP * 2; n++) {
            events.publish("n." + n, String.valueOf(n));
        }
        gate.open();

        await().atMost(Fixture.LONG).until(() -> gate.received().count() == 1 + CAP);
        assertThat(gate.received().ids()).startsWith(held.id());
        assertThat(status("slow").unreadDrops()).isEqualTo(CAP);
        await().atMost(Fixture.LONG).until(() -> status("slow").counters().acked() == 1 + CAP);
    }

    private BroadcastWorker subscribe(String name, io.relaymq.MessageHandler handler, String pattern) {
        BroadcastWorker worker =
                events.subscribe(WorkerOptions.of(name, pattern).build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private SubscriptionStatus status(String subscription) {
        return requireNonNull(events.subscriptions().describe(subscription));
    }

    private static long dropsIn(List<PublishResult> results, String subscription) {
        return results.stream()
                .mapToLong(one -> one.unreadDrops().getOrDefault(subscription, 0L))
                .sum();
    }
}
