package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class ReplayTest {

    private static final DeadLetterQuery ALL = DeadLetterQuery.all();

    @Parameter
    RedisProcess server;

    Fixture fixture;
    Broadcast events;
    DeadLetters letters;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
        letters = events.subscriptions().deadLetters("billing");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void one_goes_back_to_its_own_subscription_only_with_fresh_attempts_and_says_that_it_is_replayed() {
        Failing handler = new Failing();
        Received healthy = new Received();
        Failing alsoFailing = new Failing();
        subscribe(billing().maxAttempts(2), handler);
        subscribe(WorkerOptions.of("healthy", "n.>"), healthy);
        subscribe(WorkerOptions.of("failing", "n.>").maxAttempts(1), alsoFailing);
        events.publish(Message.of("n.1", "body").withHeader("k", "v"));
        DeadLetter letter = awaitLetters(1).get(0);
        await().atMost(Fixture.LONG).until(() -> status("failing").dead() == 1 && healthy.count() == 1);
        handler.mend();

        assertThat(letters.replay(letter.id())).isTrue();

        await().atMost(Fixture.LONG).until(() -> status("billing").counters().acked() == 1);
        Delivery again = handler.received().deliveries().get(2);
        assertThat(again.id()).isEqualTo(letter.messageId());
        assertThat(again.payload(String.class)).isEqualTo("body");
        assertThat(again.headers()).containsEntry("k", "v");
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.replayed()).isTrue();
        assertThat(again.redelivered()).isTrue();
        assertThat(handler.received().deliveries().subList(0, 2))
                .extracting(Delivery::replayed)
                .containsOnly(false);
        assertThat(letters.count()).isZero();
        assertThat(letters.replay(letter.id())).isFalse();
        assertThat(status("billing").counters().replayed()).isEqualTo(1);
        assertThat(status("billing").backlog()).isZero();
        assertThat(status("failing").dead()).isEqualTo(1);
        assertThat(healthy.count() + alsoFailing.received().count()).isEqualTo(2);
        assertThat(fixture.redis().exists(fixture.key("tries:billing"))).isZero();
    }

    @Test
    void what_dies_again_is_a_dead_letter_again_and_is_not_given_back_by_the_same_call() {
        Failing handler = new Failing();
        subscribe(billing().maxAttempts(2).concurrency(8), handler);
        publish(250);
        List<DeadLetter> first = awaitLetters(250);
        long firstTime = first.get(0).firstFailedAt().toEpochMilli();

        for (int round = 1; round <= 2; round++) {
            assertThat(letters.replay(ALL, 0)).isEqualTo(250);
            int deaths = 250 * (round + 1);
            await().atMost(Fixture.LONG)
                    .until(() -> status("billing").counters().deadLettered() == deaths);

            List<DeadLetter> again = awaitLetters(250);
            assertThat(again).extracting(DeadLetter::replays).containsOnly(round);
            assertThat(again).extracting(DeadLetter::attempts).containsOnly(2);
            assertThat(again)
                    .extracting(DeadLetter::messageId)
                    .containsExactlyInAnyOrderElementsOf(
                            first.stream().map(DeadLetter::messageId).toList());
            assertThat(again).extracting(DeadLetter::id).doesNotContainAnyElementsOf(ids(first));
            assertThat(again)
                    .extracting(one -> one.firstFailedAt().toEpochMilli())
                    .contains(firstTime);
        }
        assertThat(handler.received().deliveries())
                .hasSize(1_500)
                .extracting(Delivery::attempt)
                .containsOnly(1, 2);
        assertThat(status("billing").backlog()).isZero();
    }

    @Test
    void those_that_a_query_finds_are_replayed_and_the_others_stay() {
        Failing handler = new Failing();
        subscribe(billing().maxAttempts(1), handler);
        publish(220);
        awaitLetters(220);
        handler.mend();

        assertThat(letters.replay(ALL.withPatterns("n.*.even").withCause("IllegalStateException"), 0))
                .isEqualTo(110);

        await().atMost(Fixture.LONG).until(() -> status("billing").counters().acked() == 110);
        assertThat(letters.page(ALL, null, 1_000))
                .hasSize(110)
                .allMatch(one -> one.subject().endsWith(".odd"));
        assertThat(letters.replay(ALL.withPatterns("n.*.even"), 0)).isZero();
    }

    @Test
    void at_a_rate_their_due_times_are_spread_in_the_order_in_which_they_died() {
        Failing handler = new Failing();
        subscribe(billing().maxAttempts(1), handler);
        publish(250);
        List<DeadLetter> dead = awaitLetters(250);
        events.subscriptions().pause("billing");
        handler.mend();

        assertThat(letters.replay(ALL, 100)).isEqualTo(250);

        List<Double> due = dead.stream()
                .map(one -> fixture.redis().zscore(fixture.key("due:billing"), one.messageId()))
                .toList();
        assertThat(due).isSorted();
        assertThat(due.get(99) - due.get(0)).isCloseTo(990, within(1.0));
        assertThat(due.get(249) - due.get(0)).isBetween(2_490.0, 2_490.0 + Fixture.LONG.toMillis());
        assertThat(status("billing").waiting()).isEqualTo(250);
        events.subscriptions().resume("billing");
        await().atMost(Fixture.LONG).until(() -> status("billing").counters().acked() == 250);
    }

    @Test
    void what_is_due_later_is_taken_when_it_is_due_and_not_with_the_next_beat() {
        Failing handler = new Failing();
        subscribe(billing().maxAttempts(1).lockDuration(Duration.ofMinutes(3)), handler);
        publish(5);
        awaitLetters(5);
        handler.mend();

        assertThat(letters.replay(ALL, 5)).isEqualTo(5);

        await().atMost(Fixture.LONG).until(() -> status("billing").counters().acked() == 5);
    }

    @Test
    void one_whose_message_waits_for_another_run_already_stays_a_dead_letter() {
        RetryPolicy late = (attempt, failure) -> Duration.ofMinutes(10);
        Failing handler = new Failing();
        WorkerOptions.Builder options = billing().retryPolicy(late);
        var worker = events.subscribe(options.maxAttempts(1).build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        publish(1);
        String letter = awaitLetters(1).get(0).id();
        worker.close();
        events.subscriptions().seek("billing", StartFrom.earliest());
        subscribe(options.maxAttempts(2), handler);
        await().atMost(Fixture.LONG).until(() -> status("billing").waiting() == 1);

        assertThat(letters.replay(letter)).isFalse();
        assertThat(letters.replay(ALL, 0)).isZero();

        assertThat(ids(awaitLetters(1))).containsExactly(letter);
        assertThat(status("billing").counters().replayed()).isZero();
        assertThat(status("billing").waiting()).isEqualTo(1);
        assertThat(handler.received().count()).isEqualTo(2);
    }

    @Test
    void a_worker_in_another_process_runs_what_was_given_back() {
        Failing handler = new Failing();
        subscribe(billing().maxAttempts(1).lockDuration(Duration.ofSeconds(3)), handler);
        publish(10);
        awaitLetters(10);
        handler.mend();

        Broadcast elsewhere = fixture.relay().broadcast("events");
        assertThat(elsewhere.subscriptions().deadLetters("billing").replay(ALL, 0))
                .isEqualTo(10);

        await().atMost(Fixture.LONG).until(() -> status("billing").counters().acked() == 10);
    }

    private static WorkerOptions.Builder billing() {
        return WorkerOptions.of("billing", "n.>").retryPolicy(RetryPolicy.fixed(Duration.ZERO));
    }

    private void subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        assertThat(events.subscribe(options.build(), handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    private List<PublishResult> publish(int count) {
        return events.publishAll(IntStream.range(0, count)
                .mapToObj(n -> Message.of("n." + n + (n % 2 == 0 ? ".even" : ".odd"), "x"))
                .toList());
    }

    private List<DeadLetter> awaitLetters(int count) {
        await().atMost(Fixture.LONG).until(() -> letters.count() == count);
        return letters.page(ALL, null, 1_000);
    }

    private static List<String> ids(List<DeadLetter> letters) {
        return letters.stream().map(DeadLetter::id).toList();
    }

    private SubscriptionStatus status(String subscription) {
        return requireNonNull(events.subscriptions().describe(subscription));
    }
}
