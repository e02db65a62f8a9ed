package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.MessageHandler;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import io.relaymq.functional.Received;
import io.relaymq.functional.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody deletes one key of a broadcast, by hand or by a failover that lost it: everybody still gets everything. */
class LostKeysTest {

    private static final int EACH = 10;

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events =
            fixture.relay(options -> options.withMaxMessages(200)).broadcast("events");
    final List<String> published = new ArrayList<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static WorkerOptions options(String name) {
        return WorkerOptions.of(name, "n.>", "!n.*.never")
                .lockDuration(Duration.ofMillis(900))
                .stalledInterval(Duration.ofMillis(300))
                .retryPolicy(RetryPolicy.fixed(Duration.ofMillis(200)))
                .maxAttempts(1_000)
                .build();
    }

    private void publish(Broadcast by) {
        for (int i = 0; i < EACH; i++) {
            published.add(by.publish("n." + i, i).id());
        }
    }

    private SubscriptionStatus status(String name) {
        return requireNonNull(events.subscriptions().describe(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "log",
                "meta",
                "routes",
                "shapes",
                "subs",
                "unread",
                "inbox:living",
                "inbox:asleep",
                "flight:living",
                "flight:retrying",
                "wait:retrying",
                "due:retrying",
                "taken:retrying",
                "tries:retrying",
                "stats:retrying",
                "dead:living"
            })
    void everybody_gets_everything_although_somebody_deletes(String key) {
        Received living = new Received();
        Received retried = new Received();
        AtomicBoolean healed = new AtomicBoolean();
        MessageHandler retrying = delivery -> {
            if (!healed.get()) {
                throw new IllegalStateException("not yet");
            }
            retried.handle(delivery);
        };
        events.subscriptions().create("asleep", options("asleep").patterns(), StartFrom.latest());
        assertThat(events.subscribe(options("living"), living).awaitReady(Fixture.LONG))
                .isTrue();
        assertThat(events.subscribe(options("retrying"), retrying).awaitReady(Fixture.LONG))
                .isTrue();
        publish(events);
        await().atMost(Fixture.LONG)
                .until(() -> living.count() == EACH && status("retrying").waiting() == EACH);

        try (LoggedTrouble trouble = new LoggedTrouble()) {
            fixture.redis().del(fixture.key(key));
            publish(fixture.relay(options -> options.withMaxMessages(200)).broadcast("events"));
            publish(events);
            healed.set(true);
            Received asleep = new Received();
            fixture.relay(options -> options.withMaxMessages(200))
                    .broadcast("events")
                    .subscribe(options("asleep"), asleep);

            await().atMost(Fixture.LONG).untilAsserted(() -> {
                assertThat(living.ids()).containsAll(published);
                assertThat(asleep.ids()).containsAll(published);
                assertThat(retried.ids()).containsAll(published);
            });
            await().atMost(Fixture.LONG)
                    .until(() -> List.of("living", "asleep", "retrying").stream()
                            .allMatch(name -> status(name).backlog() == 0));
            assertThat(trouble.errors()).isEmpty();
        }
        assertThat(List.of("living", "asleep", "retrying"))
                .allMatch(name -> status(name).unreadDrops() == 0);
    }

    @Test
    void a_cap_is_kept_for_those_that_nobody_reads_when_the_lower_bounds_were_deleted() {
        events.subscriptions().create("asleep", List.of("n.>"), StartFrom.latest());
        Received living = new Received();
        events.subscribe(options("living"), living);
        publish(events);
        fixture.redis().del(fixture.key("unread"));

        await().atMost(Fixture.LONG).until(() -> fixture.redis().zcard(fixture.key("unread")) == 2);
        for (int round = 0; round < 25; round++) {
            publish(events);
        }

        assertThat(status("asleep").lag()).isEqualTo(200);
        assertThat(status("asleep").unreadDrops()).isEqualTo(26 * EACH - 200);
    }
}
