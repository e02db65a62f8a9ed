package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Consumer;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.PublishResult;
import io.relaymq.RetryPolicy;
import io.relaymq.SubscriptionCounters;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import io.relaymq.functional.Received;
import io.relaymq.functional.Servers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody was handed a message and never heard of it; before a sweep finds that out, something else happens too. */
class LostReplyTest {

    final Fixture fixture = new Fixture(Servers.any());

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "its group is destroyed", "its inbox is deleted"})
    void a_message_whose_reply_was_lost_is_delivered_although(String then) {
        Broadcast events = fixture.relay().broadcast("events");
        Received received = new Received();
        WorkerOptions options = WorkerOptions.of("sub", ">")
                .lockDuration(Duration.ofMillis(600))
                .stalledInterval(Duration.ofSeconds(4))
                .build();
        BroadcastWorker worker = events.subscribe(options, received);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        events.publish("n.before", "x");
        await().atMost(Fixture.LONG).until(() -> received.count() == 1);
        worker.pause();
        PublishResult lost = events.publish("n.lost", "x");
        @SuppressWarnings({"unchecked", "unused"})
        var reply = fixture.redis()
                .xreadgroup(
                        Consumer.from("relay", "relay"),
                        XReadArgs.Builder.noack(true),
                        StreamOffset.lastConsumed(fixture.key("inbox:sub")));
        assertThat(reply).hasSize(1);
        awaitClean(lost.id());

        if (then.contains("group")) {
            fixture.redis().xgroupDestroy(fixture.key("inbox:sub"), "relay");
        } else if (then.contains("inbox")) {
            fixture.redis().del(fixture.key("inbox:sub"));
        }
        worker.resume();

        await().atMost(Fixture.LONG).until(() -> received.ids().contains(lost.id()));
        await().atMost(Fixture.LONG).until(() -> worker.state() == State.RUNNING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"an ack", "a failure"})
    void a_result_whose_answer_was_lost_is_no_late_result_when_it_is_sent_again(String result) {
        try (FaultyLink link = FaultyLink.to(Servers.any());
                LoggedTrouble trouble = new LoggedTrouble()) {
            Broadcast far = fixture.relay(fixture.newClient(link.uri())).broadcast("events");
            Received received = new Received();
            RetryPolicy never = RetryPolicy.fixed(Duration.ofMinutes(10));
            WorkerOptions options =
                    WorkerOptions.of("sub", ">").retryPolicy(never).build();
            BroadcastWorker worker = far.subscribe(options, delivery -> {
                received.handle(delivery);
                if (result.equals("a failure")) {
                    throw new IllegalStateException("boom");
                }
            });
            assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
            Broadcast near = fixture.relay().broadcast("events");
            link.latency(Duration.ofMillis(300));

            near.publish("n.1", "x");
            await().atMost(Fixture.LONG)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> counters(near).acked() + counters(near).retried() == 1);
            link.cut();
            link.latency(Duration.ZERO);

            await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 0);
            assertThat(received.count()).isEqualTo(1);
            assertThat(counters(near).acked() + counters(near).retried()).isEqualTo(1);
            assertThat(counters(near).late()).isZero();
            assertThat(trouble.warnings()).noneMatch(one -> one.contains("came late"));
        }
    }

    private static SubscriptionCounters counters(Broadcast events) {
        return requireNonNull(events.subscriptions().describe("sub")).counters();
    }

    /** Until the consumer's record says that no read of its own may still bring the message. */
    private void awaitClean(String id) {
        await().atMost(Fixture.LONG)
                .until(() -> fixture.redis().hvals(fixture.key("flight:sub")).stream()
                        .allMatch(record -> record.contains(" " + id + " ")));
    }
}
