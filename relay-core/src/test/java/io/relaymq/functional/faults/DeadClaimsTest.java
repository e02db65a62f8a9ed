package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.MessageHandler;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Gate;
import io.relaymq.functional.Received;
import io.relaymq.functional.Servers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadClaimsTest {

    @Test
    void what_a_dead_process_held_of_two_subscriptions_is_recovered_of_both_and_counted_for_each() {
        try (Fixture fixture = new Fixture(Servers.any());
                FaultyLink link = FaultyLink.to(Servers.any())) {
            Broadcast dying = fixture.relay(fixture.newClient(link.uri())).broadcast("events");
            Broadcast events = fixture.relay().broadcast("events");
            Gate one = new Gate();
            Gate two = new Gate();
            subscribe(dying, "one", "a.*", one);
            subscribe(dying, "two", "*.x", two);
            List<String> ids = List.of(
                    events.publish("a.x", "1").id(),
                    events.publish("b.x", "2").id(),
                    events.publish("c.x", "3").id());
            one.awaitEntered(1);
            two.awaitEntered(3);
            await().atMost(Fixture.LONG).until(() -> started(fixture, "one") == 1 && started(fixture, "two") == 3);

            link.refuse();
            link.cut();
            Received recoveredOne = new Received();
            Received recoveredTwo = new Received();
            subscribe(events, "one", "a.*", recoveredOne);
            subscribe(events, "two", "*.x", recoveredTwo);

            await().atMost(Fixture.LONG)
                    .until(() -> status(events, "one").backlog()
                                    + status(events, "two").backlog()
                            == 0);
            assertThat(recoveredOne.ids()).containsExactly(ids.get(0));
            assertThat(recoveredTwo.ids()).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(status(events, "one").counters().stalled()).isEqualTo(1);
            assertThat(status(events, "two").counters().stalled()).isEqualTo(3);
            assertThat(status(events, "one").dead() + status(events, "two").dead())
                    .isZero();
            one.open();
            two.open();
            link.pass();
        }
    }

    private static void subscribe(Broadcast broadcast, String name, String pattern, MessageHandler handler) {
        WorkerOptions options = WorkerOptions.of(name, pattern)
                .concurrency(4)
                .lockDuration(Duration.ofSeconds(1))
                .stalledInterval(Duration.ofMillis(200))
                .build();
        assertThat(broadcast.subscribe(options, handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    private static long started(Fixture fixture, String subscription) {
        return fixture.redis().hvals(fixture.key("flight:" + subscription)).stream()
                .flatMapToInt(String::chars)
                .filter(one -> one == '!')
                .count();
    }

    private static SubscriptionStatus status(Broadcast events, String name) {
        return requireNonNull(events.subscriptions().describe(name));
    }
}
