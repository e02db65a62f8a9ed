package io.relaymq.internal.publish;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.relaymq.BroadcastOverflowException;
import io.relaymq.PartialPublishException;
import io.relaymq.PartialPublishException.Fate;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Routes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls of a hundred messages each, answered by the test. */
class BatchTest {

    private final List<Call> sent = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<List<PublishResult>>> replies = new CopyOnWriteArrayList<>();

    private static List<Outgoing> messages(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> new Outgoing("n." + n, new byte[0], new byte[0], List.of(), null))
                .toList();
    }

    private CompletableFuture<List<PublishResult>> start(int messages) {
        Batch batch = new Batch(messages(messages), () -> RouteTable.UNKNOWN, this::send);
        return CompletableFuture.supplyAsync(batch::run, task -> new Thread(task, "sender").start());
    }

    private CompletableFuture<List<PublishResult>> send(Call call) {
        CompletableFuture<List<PublishResult>> reply = new CompletableFuture<>();
        replies.add(reply);
        sent.add(call);
        return reply;
    }

    private void answer(int call) {
        replies.get(call)
                .complete(sent.get(call).messages().stream()
                        .map(one -> new PublishResult("1-1", one.subject(), 0, 0, Map.of(), false))
                        .toList());
    }

    private void awaitSent(int calls) {
        await().atMost(Duration.ofSeconds(30)).until(() -> sent.size() >= calls);
        assertThat(sent).hasSize(calls);
    }

    @Test
    void the_first_call_goes_alone_then_eight_are_under_way_and_the_next_goes_when_one_is_answered() {
        CompletableFuture<List<PublishResult>> done = start(1_050);
        awaitSent(1);
        answer(0);
        awaitSent(9);

        answer(3);
        awaitSent(10);
        answer(1);
        awaitSent(11);
        for (int i = 0; i < 11; i++) {
            answer(i);
        }

        assertThat(done.join())
                .extracting(PublishResult::subject)
                .isEqualTo(IntStream.range(0, 1_050).mapToObj(n -> "n." + n).toList());
    }

    @Test
    void after_one_has_failed_no_more_are_sent_and_it_says_what_became_of_each() {
        CompletableFuture<List<PublishResult>> done = start(1_050);
        RuntimeException first = new PublishOutcomeUnknownException("no answer");
        awaitSent(1);
        answer(0);
        awaitSent(9);
        replies.get(2).completeExceptionally(first);
        replies.get(3).completeExceptionally(new CompletionException(new BroadcastOverflowException("full")));
        for (int i : List.of(1, 4, 5, 6, 7)) {
            answer(i);
        }
        assertThat(done).isNotDone();
        answer(8);

        CompletionException thrown = requireNonNull(catchThrowableOfType(CompletionException.class, done::join));
        PartialPublishException failure = (PartialPublishException) requireNonNull(thrown.getCause());
        assertThat(failure)
                .hasCause(first)
                .hasMessageStartingWith("Of 1050 messages 700 were stored, 250 were not, and of 100");
        assertThat(failure.indexes(Fate.UNKNOWN)).isEqualTo(numbers(200, 300));
        assertThat(failure.indexes(Fate.NOT_STORED))
                .startsWith(300)
                .hasSize(250)
                .endsWith(1_049);
        assertThat(failure.outcomes().get(450).result()).extracting("subject").isEqualTo("n.450");
        assertThat(sent).hasSize(9);
    }

    @Test
    void a_call_makes_no_more_than_a_thousand_copies_unless_one_message_alone_does() {
        assertThat(messagesOfACall(40)).isEqualTo(25);
        assertThat(messagesOfACall(1_500)).isEqualTo(1);
    }

    private static int messagesOfACall(int subscriptions) {
        List<String> all =
                IntStream.range(0, subscriptions).mapToObj(n -> "s" + n).toList();
        RouteTable routes = new RouteTable(new Routes("g", Map.of("n.*", all)));
        return Call.from(messages(100), 0, routes).messages().size();
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    void where_all_share_one_fate_the_failure_is_the_failure() {
        CompletableFuture<List<PublishResult>> done = start(150);
        awaitSent(1);
        replies.forEach(reply -> reply.completeExceptionally(new RelayUnavailableException("away")));

        assertThatThrownBy(done::join).hasCauseInstanceOf(RelayUnavailableException.class);
    }

    @Test
    void what_is_answered_at_once_goes_on_in_order_however_many_there_are() {
        List<PublishResult> results = new Batch(
                        messages(200_000),
                        () -> RouteTable.UNKNOWN,
                        call -> CompletableFuture.completedFuture(call.messages().stream()
                                .map(one -> new PublishResult("1-1", one.subject(), 0, 0, Map.of(), false))
                                .toList()))
                .run();

        assertThat(results)
                .extracting(PublishResult::subject)
                .isEqualTo(messages(200_000).stream().map(Outgoing::subject).toList());
    }

    @Test
    void none_is_none() {
        assertThat(start(0).join()).isEmpty();
        assertThat(sent).isEmpty();
    }
}
