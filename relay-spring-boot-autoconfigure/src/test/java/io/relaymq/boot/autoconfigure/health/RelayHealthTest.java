package io.relaymq.boot.autoconfigure.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.BroadcastWorker.State;
import io.relaymq.Relay;
import io.relaymq.SubscriptionCounters;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class RelayHealthTest {

    private final FakeRelay relay = new FakeRelay();
    private Instant now = Instant.parse("2026-11-30T08:00:00Z");
    private final RelayHealthIndicator indicator =
            new RelayHealthIndicator(relay, new RelayHealthProperties(100, Duration.ofMinutes(15)), () -> now);

    private FakeWorker worker() {
        return (FakeWorker)
                relay.broadcast("events").subscribe(WorkerOptions.of("billing").build(), delivery -> {});
    }

    @Test
    void up_with_the_figures_of_each_subscription() {
        worker().sample = new SubscriptionStatus(
                "billing",
                List.of(),
                false,
                false,
                1,
                2,
                3,
                4,
                List.of("c"),
                null,
                new SubscriptionCounters(6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 5, null, null, null));

        Health health = indicator.health();

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .containsEntry("connected", true)
                .containsEntry(
                        "subscriptions",
                        Map.of(
                                "events/billing",
                                Map.of(
                                        "state",
                                        State.RUNNING,
                                        "stuck",
                                        0,
                                        "lag",
                                        1L,
                                        "pending",
                                        5L,
                                        "waiting",
                                        3L,
                                        "unreadDrops",
                                        5L,
                                        "dead",
                                        4L)));
    }

    @Test
    void up_without_listeners_while_paused_and_while_joining_for_a_moment() {
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        worker().state = State.PAUSED;
        worker().state = State.JOINING;

        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void down_without_a_connection() {
        relay.connected = false;

        assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
    }

    @Test
    void down_with_a_problem_which_it_tells() {
        worker().problem = "the inbox is gone";

        assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(indicator.health().getDetails().toString()).contains("the inbox is gone");
    }

    @Test
    void down_when_redis_has_not_answered_a_worker_for_longer_than_its_lease_and_tells_since_when() {
        FakeWorker worker = worker();
        worker.sinceLastRead = worker.options().lockDuration();
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);

        worker.sinceLastRead = worker.options().lockDuration().plusMillis(1);

        assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(indicator.health().getDetails().toString())
                .contains("events/billing", "has not answered", "notReadSince=2026-11-30T07:59:29.999Z");
    }

    @Test
    void degraded_with_handlers_that_do_not_return_and_with_instances_that_differ_which_it_tells() {
        FakeWorker worker = worker();
        worker.stuck = 2;
        worker.drift = "patterns differ";

        assertThat(indicator.health().getStatus()).isEqualTo(RelayHealthIndicator.DEGRADED);
        assertThat(indicator.health().getDetails().toString())
                .contains("stuck=2")
                .contains("2 handlers ran out", "patterns differ");
    }

    @Test
    void degraded_when_a_subscription_lags_more_than_it_may() {
        FakeWorker worker = worker();
        worker.sample = sample(100, null);
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);

        worker.sample = sample(101, null);

        assertThat(indicator.health().getStatus()).isEqualTo(RelayHealthIndicator.DEGRADED);
        assertThat(indicator.health().getDetails().toString()).contains("Lags 101 messages");
    }

    @Test
    void degraded_after_an_unread_drop_until_it_is_no_longer_fresh() {
        worker().sample = sample(0, now.minusSeconds(60));
        assertThat(indicator.health().getStatus()).isEqualTo(RelayHealthIndicator.DEGRADED);
        assertThat(indicator.health().getDetails().toString()).contains("5 in all, the last 60 s ago");

        now = now.plus(Duration.ofMinutes(14));

        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void degraded_when_a_setting_of_the_server_endangers_messages() {
        relay.warnings = List.of("maxmemory-policy is allkeys-lru");

        assertThat(indicator.health().getStatus()).isEqualTo(RelayHealthIndicator.DEGRADED);
        assertThat(indicator.health().getDetails()).containsEntry("server", relay.warnings);
    }

    @Test
    void down_with_one_that_does_not_receive_whatever_else_is_degraded() {
        worker().sample = sample(101, null);
        relay.broadcast("events").subscribe(WorkerOptions.of("mail").build(), delivery -> {});
        relay.worker("mail").problem = "the inbox is gone";

        assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
    }

    private static SubscriptionStatus sample(long lag, @Nullable Instant lastDrop) {
        return new SubscriptionStatus(
                "billing",
                List.of(),
                false,
                false,
                lag,
                0,
                0,
                0,
                List.of("c"),
                null,
                new SubscriptionCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, null, null, lastDrop));
    }

    @Test
    void down_when_a_worker_joins_for_longer_than_it_should() {
        FakeWorker worker = worker();
        worker.state = State.JOINING;
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);

        now = now.plusSeconds(11);
        assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);

        worker.state = State.RUNNING;
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        worker.state = State.JOINING;
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void the_contributor_is_there_with_a_relay_unless_switched_off_and_refuses_what_cannot_be() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RelayHealthContributorAutoConfiguration.class));
        runner.run(context -> assertThat(context).doesNotHaveBean("relayHealthContributor"));
        ApplicationContextRunner withRelay = runner.withBean(Relay.class, () -> relay);
        withRelay.run(context -> assertThat(context).hasBean("relayHealthContributor"));
        withRelay
                .withPropertyValues("relay.health.max-lag=-1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("relay.health.max-lag not to be negative, got: -1"));
        withRelay
                .withPropertyValues("relay.health.fresh-drops=-1s")
                .run(context -> assertThat(context).hasFailed());
        withRelay
                .withPropertyValues("management.health.relay.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("relayHealthContributor"));
        withRelay
                .withPropertyValues("management.health.defaults.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("relayHealthContributor"));
    }
}
