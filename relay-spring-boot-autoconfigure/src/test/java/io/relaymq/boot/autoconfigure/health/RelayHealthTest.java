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
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class RelayHealthTest {

    private final FakeRelay relay = new FakeRelay();
    private final AtomicLong now = new AtomicLong();
    private final RelayHealthIndicator indicator = new RelayHealthIndicator(relay, now::get);

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
    void up_with_handlers_that_do_not_return_and_with_instances_that_differ_which_it_tells() {
        FakeWorker worker = worker();
        worker.stuck = 2;
        worker.drift = "patterns differ";

        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        assertThat(indicator.health().getDetails().toString())
                .contains("stuck=2")
                .contains("drift=patterns differ");
    }

    @Test
    void down_when_a_worker_joins_for_longer_than_it_should() {
        FakeWorker worker = worker();
        worker.state = State.JOINING;
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);

        now.addAndGet(Duration.ofSeconds(11).toNanos());
        assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);

        worker.state = State.RUNNING;
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        worker.state = State.JOINING;
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void the_contributor_is_there_with_a_relay_unless_switched_off() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RelayHealthContributorAutoConfiguration.class));
        runner.run(context -> assertThat(context).doesNotHaveBean("relayHealthContributor"));
        ApplicationContextRunner withRelay = runner.withBean(Relay.class, () -> relay);
        withRelay.run(context -> assertThat(context).hasBean("relayHealthContributor"));
        withRelay
                .withPropertyValues("management.health.relay.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("relayHealthContributor"));
        withRelay
                .withPropertyValues("management.health.defaults.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("relayHealthContributor"));
    }
}
