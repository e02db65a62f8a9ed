package io.relaymq.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.NoSubscribersException;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Routes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls that the test answers. */
class SharedCallsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final List<Call> sent = new ArrayList<>();
    private final List<CompletableFuture<List<PublishResult>>> replies = new ArrayList<>();
    private long now;
    private RouteTable routes = RouteTable.UNKNOWN;
    private final SharedCalls calls = new SharedCalls(() -> routes, this::record, TIMEOUT, () -> now);

    private CompletableFuture<List<PublishResult>> record(Call call) {
        sent.add(call);
        replies.add(new CompletableFuture<>());
        return replies.get(replies.size() - 1);
    }

    private static Outgoing message(String subject) {
        return new Outgoing(subject, new byte[0], new byte[0], List.of(), null);
    }

    private static Outgoing delayed(String subject) {
        Outgoing.Terms terms = new Outgoing.Terms(0, false, 0, "", new Outgoing.Due(true, 5), null);
        return new Outgoing(subject, new byte[0], new byte[0], List.of(), terms);
    }

    private CompletableFuture<PublishResult> publish(String subject) {
        return calls.send(message(subject));
    }

    private List<CompletableFuture<PublishResult>> publish(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> publish("n." + n)).toList();
    }

    private static List<PublishResult> stored(Call call) {
        return call.messages().stream()
                .map(one -> new PublishResult("1-1", one.subject(), 0, 0, Map.of(), false))
                .toList();
    }

    private void answer(int call) {
        replies.get(call).complete(stored(sent.get(call)));
    }

    private static String subjects(Call call) {
        return call.messages().stream().map(Outgoing::subject).collect(Collectors.joining(" "));
    }

    @Test
    void one_that_comes_alone_goes_at_once_and_those_that_come_meanwhile_share_the_next_call() {
        List<CompletableFuture<PublishResult>> all = publish(0, 4);
        assertThat(sent).extracting(SharedCallsTest::subjects).containsExactly("n.0");

        answer(0);
        assertThat(sent).extracting(SharedCallsTest::subjects).containsExactly("n.0", "n.1 n.2 n.3");
        assertThat(all).extracting(CompletableFuture::isDone).containsExactly(true, false, false, false);
        answer(1);

        assertThat(all).extracting(one -> one.join().subject()).containsExactly("n.0", "n.1", "n.2", "n.3");
        assertThat(publish("after")).isNotDone();
        assertThat(sent.get(2).messages()).hasSize(1);
    }

    @Test
    void a_call_takes_no_more_messages_bytes_and_copies_than_it_may() {
        publish(0, 130);
        answer(0);
        assertThat(sent.get(1).messages()).hasSize(128);
        answer(1);
        assertThat(subjects(sent.get(2))).isEqualTo("n.129");

        byte[] large = new byte[400_000];
        for (String subject : List.of("large.0", "large.1", "large.2")) {
            var unused = calls.send(new Outgoing(subject, new byte[0], large, List.of(), null));
        }
        answer(2);
        assertThat(subjects(sent.get(3))).isEqualTo("large.0 large.1");
        answer(3);

        List<String> many = IntStream.range(0, 100).mapToObj(n -> "s" + n).toList();
        routes = new RouteTable(new Routes("g", Map.of("n.*", many)));
        publish(0, 5);
        answer(4);
        assertThat(subjects(sent.get(5))).isEqualTo("n.0 n.1");
    }

    @Test
    void delayed_messages_keep_their_place_but_share_no_call_with_others() {
        publish(0, 2);
        var unused = calls.send(delayed("later"));
        publish("n.2");
        for (int i = 0; i < 3; i++) {
            answer(i);
        }

        assertThat(sent).extracting(SharedCallsTest::subjects).containsExactly("n.0", "n.1", "later", "n.2");
    }

    @Test
    void if_a_shared_call_is_refused_each_goes_by_itself_before_any_that_came_later() {
        List<CompletableFuture<PublishResult>> all = publish(0, 4);
        answer(0);
        publish("late");
        replies.get(1).completeExceptionally(new CompletionException(new NoSubscribersException("n.2")));

        assertThat(subjects(sent.get(2))).isEqualTo("n.1");
        answer(2);
        replies.get(3).completeExceptionally(new NoSubscribersException("nobody wants n.2"));
        answer(4);

        assertThat(sent)
                .extracting(SharedCallsTest::subjects)
                .containsExactly("n.0", "n.1 n.2 n.3", "n.1", "n.2", "n.3", "late");
        assertThat(all.get(1).join().subject()).isEqualTo("n.1");
        assertThatThrownBy(all.get(2)::join)
                .hasCauseInstanceOf(NoSubscribersException.class)
                .hasMessageContaining("nobody wants n.2");
        assertThat(all.get(3).join().subject()).isEqualTo("n.3");
    }

    @Test
    void if_no_answer_comes_nothing_is_sent_again_and_each_is_told_for_itself() {
        List<CompletableFuture<PublishResult>> all = publish(0, 3);
        answer(0);
        RuntimeException lost = new PublishOutcomeUnknownException("the connection was lost");
        replies.get(1).completeExceptionally(lost);

        assertThat(sent).hasSize(2);
        for (int i = 1; i < 3; i++) {
            assertThatThrownBy(all.get(i)::join)
                    .hasCauseInstanceOf(PublishOutcomeUnknownException.class)
                    .hasRootCause(lost)
                    .hasMessageContaining("'n." + i + "'")
                    .hasMessageContaining("may have been stored");
        }
    }

    @Test
    void what_fails_here_after_it_was_sent_is_not_sent_again() {
        List<CompletableFuture<PublishResult>> all = publish(0, 3);
        answer(0);
        replies.get(1).completeExceptionally(new CompletionException(new OutOfMemoryError("reading the answer")));

        assertThat(sent).hasSize(2);
        assertThatThrownBy(all.get(2)::join).hasCauseInstanceOf(PublishOutcomeUnknownException.class);
    }

    @Test
    void who_waited_longer_than_the_command_timeout_is_not_sent() {
        List<CompletableFuture<PublishResult>> all = publish(0, 3);
        now = TIMEOUT.toNanos() + 1;
        CompletableFuture<PublishResult> late = publish("late");
        replies.get(0).completeExceptionally(new PublishOutcomeUnknownException("no answer within 2000 ms"));

        assertThat(sent).extracting(SharedCallsTest::subjects).containsExactly("n.0", "late");
        for (int i = 1; i < 3; i++) {
            assertThatThrownBy(all.get(i)::join)
                    .hasCauseInstanceOf(RelayUnavailableException.class)
                    .hasMessageContaining("did not answer those before it within 2000 ms. The message was not stored");
        }
        answer(1);
        assertThat(late.join().subject()).isEqualTo("late");
    }

    @Test
    void calls_that_are_answered_at_once_follow_one_another_however_many_there_are() {
        List<String> order = new ArrayList<>();
        SharedCalls refusing = new SharedCalls(
                () -> RouteTable.UNKNOWN,
                call -> {
                    order.add(subjects(call));
                    throw new RelayUnavailableException("not connected");
                },
                TIMEOUT,
                () -> now);
        List<CompletableFuture<PublishResult>> all = new ArrayList<>();
        CompletableFuture<PublishResult> first = refusing.send(message("n.0"));
        first.whenComplete((result, failure) -> {
            for (int i = 1; i < 20_000; i++) {
                all.add(refusing.send(message("n." + i)));
            }
        });

        assertThat(all).hasSize(19_999).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(order).startsWith("n.0", "n.1").endsWith("n.19999");
    }

    @Test
    void what_fails_on_the_way_holds_up_nothing_for_good() {
        SharedCalls poor = new SharedCalls(
                () -> {
                    if (now == 0) {
                        throw new OutOfMemoryError("no memory for a moment");
                    }
                    return RouteTable.UNKNOWN;
                },
                this::record,
                TIMEOUT,
                () -> now);
        assertThatThrownBy(() -> poor.send(message("n.0"))).isInstanceOf(OutOfMemoryError.class);
        now = 1;
        CompletableFuture<PublishResult> second = poor.send(message("n.1"));
        answer(0);

        assertThat(subjects(sent.get(0))).isEqualTo("n.0 n.1");
        assertThat(second.join().subject()).isEqualTo("n.1");
    }

    @Test
    void a_callback_may_publish() {
        CompletableFuture<PublishResult> second = publish("first").thenCompose(result -> publish("second"));
        answer(0);
        answer(1);

        assertThat(second.join().subject()).isEqualTo("second");
    }
}
