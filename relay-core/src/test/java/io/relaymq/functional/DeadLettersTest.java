package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PayloadException;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.RetryPolicy;
import io.relaymq.SubscriptionCounters;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class DeadLettersTest {

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
    void a_dead_letter_is_the_whole_message_and_says_what_happened_to_it() {
        byte[] everyByte = new byte[512];
        IntStream.range(0, 512).forEach(n -> everyByte[n] = (byte) n);
        subscribe(billing().maxAttempts(3).retryPolicy(RetryPolicy.fixed(Duration.ofMillis(20))), delivery -> {
            throw new UncheckedIOException("cannot bill", new IOException("the till is shut: ü"));
        });
        Instant before = serverTime();

        PublishResult result = events.publish(
                Message.of("n.1", everyByte).withHeader("kind", "ü\n\"x\"").withHeader("empty", ""));

        DeadLetter letter = awaitLetters(1).get(0);
        assertThat(letter.messageId()).isEqualTo(result.id());
        assertThat(letter.subject()).isEqualTo("n.1");
        assertThat(letter.data()).isEqualTo(everyByte);
        assertThat(letter.headers()).isEqualTo(Map.of("kind", "ü\n\"x\"", "empty", ""));
        assertThat(letter.cause()).isEqualTo("java.io.UncheckedIOException");
        assertThat(letter.detail()).contains("cannot bill", "Caused by: java.io.IOException: the till is shut: ü");
        assertThat(letter.attempts()).isEqualTo(3);
        assertThat(letter.stalls()).isZero();
        assertThat(letter.replays()).isZero();
        assertThat(letter.firstFailedAt()).isBetween(before, letter.diedAt().minusMillis(40));
        assertThat(letter.diedAt()).isBeforeOrEqualTo(serverTime());
        assertThat(requireNonNull(events.subscriptions().describe("billing")).consumers())
                .containsExactly(letter.consumer());
        assertThat(letters.get(letter.id())).usingRecursiveComparison().isEqualTo(letter);
    }

    @Test
    void the_causes_of_a_failure_far_down_the_stack_are_told_too() {
        subscribe(billing().maxAttempts(1), delivery -> {
            throw deep(400, new IOException("the till is shut"));
        });

        events.publish("n.1", "x");

        assertThat(awaitLetters(1).get(0).detail())
                .startsWith("java.lang.IllegalStateException: deep down")
                .contains("java.io.IOException: the till is shut")
                .hasSizeLessThanOrEqualTo(4_000);
    }

    private static IllegalStateException deep(int calls, IOException cause) {
        return calls == 0 ? new IllegalStateException("deep down", cause) : deep(calls - 1, cause);
    }

    @Test
    void what_its_consumer_lost_too_often_is_a_dead_letter_of_that_consumer() {
        Relay dying = fixture.relay();
        Gate gate = new Gate();
        WorkerOptions options = billing()
                .maxStalledCount(0)
                .lockDuration(Duration.ofMillis(500))
                .stalledInterval(Duration.ofMillis(50))
                .build();
        assertThat(dying.broadcast("events").subscribe(options, gate).awaitReady(Fixture.LONG))
                .isTrue();
        String consumer = requireNonNull(events.subscriptions().describe("billing"))
                .consumers()
                .get(0);
        events.publish("n.1", "x");
        gate.awaitEntered(1);
        await().atMost(Fixture.LONG)
                .until(() -> fixture.redis()
                        .hget(fixture.key("flight:billing"), consumer)
                        .endsWith("!"));

        dying.close(Duration.ZERO);
        Received received = new Received();
        events.subscribe(options, received);

        DeadLetter letter = awaitLetters(1).get(0);
        gate.open();
        assertThat(letter.cause()).isEqualTo("stalled");
        assertThat(letter.stalls()).isEqualTo(1);
        assertThat(letter.attempts()).isZero();
        assertThat(letter.consumer()).isEqualTo(consumer);
        assertThat(letters.page(ALL.withCause("stalled"), null, 10)).hasSize(1);
        assertThat(received.count()).isZero();
    }

    @Test
    void two_hundred_and_fifty_are_browsed_in_pages_the_oldest_first() {
        subscribe(billing().maxAttempts(1).concurrency(8), new Failing());
        List<String> published = publish(250);
        awaitLetters(250);

        List<DeadLetter> pages = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        List<DeadLetter> page = letters.page(ALL, null, 100);
        for (; !page.isEmpty(); page = letters.page(ALL, last(page), 100)) {
            pages.addAll(page);
            sizes.add(page.size());
        }

        assertThat(sizes).containsExactly(100, 100, 50);
        assertThat(pages).extracting(DeadLetter::messageId).containsExactlyInAnyOrderElementsOf(published);
        assertThat(pages).extracting(DeadLetter::diedAt).isSorted();
        assertThat(ids(pages)).isEqualTo(ids(letters.page(ALL, null, 1_000))).hasSize(250);
        DeadLetterQuery even = ALL.withPatterns("n.*.even");
        List<DeadLetter> first = letters.page(even, null, 101);
        List<DeadLetter> second = letters.page(even, last(first), 101);
        assertThat(first).hasSize(101).extracting(DeadLetter::subject).allMatch(one -> one.endsWith(".even"));
        assertThat(ids(second)).hasSize(24).doesNotContainAnyElementsOf(ids(first));
    }

    @Test
    void they_are_found_by_pattern_cause_and_time_and_discarded_likewise() {
        subscribe(billing().maxAttempts(1), delivery -> {
            throw delivery.subject().endsWith("even")
                    ? new IllegalStateException("even")
                    : new UncheckedIOException(new IOException("odd"));
        });
        publish(3);
        awaitLetters(3);
        await().until(() ->
                serverTime().isAfter(letters.page(ALL, null, 10).get(2).diedAt()));
        publish(3);
        List<DeadLetter> all = awaitLetters(6);
        Instant middle = all.get(3).diedAt();

        assertThat(subjects(ALL.withPatterns("n.*.odd"))).containsExactly("n.1.odd", "n.1.odd");
        assertThat(subjects(ALL.withPatterns("n.0.*", "n.2.*", "!n.2.even"))).containsExactly("n.0.even", "n.0.even");
        assertThat(subjects(ALL.withCause("IOException"))).containsExactly("n.1.odd", "n.1.odd");
        assertThat(subjects(ALL.withCause("NoSuchException"))).isEmpty();
        assertThat(subjects(ALL.from(middle))).containsExactly("n.0.even", "n.1.odd", "n.2.even");
        assertThat(subjects(ALL.until(middle))).containsExactly("n.0.even", "n.1.odd", "n.2.even");
        assertThat(subjects(ALL.from(middle).withCause("IllegalStateException").withPatterns("n.2.>")))
                .containsExactly("n.2.even");

        assertThat(letters.discard(ALL.until(middle).withPatterns("n.*.even"))).isEqualTo(2);
        assertThat(letters.discard(all.get(1).id())).isTrue();
        assertThat(letters.discard(all.get(1).id())).isFalse();
        assertThat(letters.get(all.get(1).id())).isNull();
        assertThat(letters.page(ALL, null, 10)).usingRecursiveComparison().isEqualTo(all.subList(3, 6));
        assertThat(letters.discard(ALL)).isEqualTo(3);
        assertThat(letters.discard(ALL)).isZero();
        assertThat(counters().discarded()).isEqualTo(6);
        assertThat(letters.count()).isZero();
    }

    @Test
    void the_oldest_go_when_there_are_more_than_the_limit_and_are_counted() {
        subscribe(billing().maxAttempts(1).maxDeadLetters(10), new Failing());

        List<String> published = publish(25);
        await().atMost(Fixture.LONG).until(() -> counters().deadLettered() == 25);

        assertThat(letters.page(ALL, null, 100))
                .extracting(DeadLetter::messageId)
                .containsExactlyElementsOf(published.subList(15, 25));
        assertThat(letters.count()).isEqualTo(10);
        assertThat(counters().deadDropped()).isEqualTo(15);
        assertThat(requireNonNull(events.subscriptions().describe("billing")).dead())
                .isEqualTo(10);
    }

    @Test
    void headers_that_cannot_be_read_do_not_hide_a_dead_letter_or_its_neighbours() {
        subscribe(billing().maxAttempts(1), new Failing());
        events.publish("n.before", "x");
        awaitLetters(1);

        fixture.redis().xadd(fixture.key("inbox:billing"), Map.of("s", "n.broken", "d", "body", "h", "{\"a\":["));
        awaitLetters(2);
        events.publish("n.after", "x");

        List<DeadLetter> all = awaitLetters(3);
        assertThat(all).extracting(DeadLetter::subject).containsExactly("n.before", "n.broken", "n.after");
        DeadLetter broken = requireNonNull(letters.get(all.get(1).id()));
        assertThat(broken.cause()).isEqualTo(PayloadException.class.getName());
        assertThat(broken.headers()).isEmpty();
        assertThat(broken.data()).asString().isEqualTo("body");
    }

    @Test
    void wrong_ids_limits_and_rates_are_refused_before_anything_is_asked_of_redis() {
        for (String id :
                List.of("", "1", "x-1", "1-x", "1-1 ", "-", "1-99999999999999999999", "99999999999999999999-1")) {
            assertThatIllegalArgumentException().as(id).isThrownBy(() -> letters.get(id));
            assertThatIllegalArgumentException().as(id).isThrownBy(() -> letters.replay(id));
            assertThatIllegalArgumentException().as(id).isThrownBy(() -> letters.discard(id));
            assertThatIllegalArgumentException().as(id).isThrownBy(() -> letters.page(ALL, id, 1));
        }
        for (int limit : new int[] {-1, 0, 1_001}) {
            assertThatIllegalArgumentException().isThrownBy(() -> letters.page(ALL, null, limit));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> letters.replay(ALL, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> ALL.withPatterns("a..b"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> events.subscriptions().deadLetters("a:b"));

        assertThat(letters.get("1-1")).isNull();
        assertThat(letters.get("0-0")).isNull();
        assertThat(letters.replay("1-1")).isFalse();
        assertThat(letters.replay(ALL, 0)).isZero();
        assertThat(letters.page(ALL, "1-18446744073709551615", 1)).isEmpty();
        assertThat(letters.count()).isZero();
    }

    private static WorkerOptions.Builder billing() {
        return WorkerOptions.of("billing", "n.>");
    }

    private void subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        assertThat(events.subscribe(options.build(), handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    private List<String> publish(int count) {
        return events
                .publishAll(IntStream.range(0, count)
                        .mapToObj(n -> Message.of("n." + n + (n % 2 == 0 ? ".even" : ".odd"), "x"))
                        .toList())
                .stream()
                .map(PublishResult::id)
                .toList();
    }

    private List<DeadLetter> awaitLetters(int count) {
        await().atMost(Fixture.LONG).until(() -> letters.count() == count);
        return letters.page(ALL, null, 1_000);
    }

    private List<String> subjects(DeadLetterQuery query) {
        return letters.page(query, null, 100).stream().map(DeadLetter::subject).toList();
    }

    private static List<String> ids(List<DeadLetter> page) {
        return page.stream().map(DeadLetter::id).toList();
    }

    private SubscriptionCounters counters() {
        return requireNonNull(events.subscriptions().describe("billing")).counters();
    }

    private Instant serverTime() {
        List<String> time = fixture.redis().time();
        return Instant.ofEpochMilli(Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000);
    }

    private static @Nullable String last(List<DeadLetter> page) {
        return page.isEmpty() ? null : page.get(page.size() - 1).id();
    }
}
