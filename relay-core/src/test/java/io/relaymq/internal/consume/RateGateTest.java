package io.relaymq.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.JsonCodec;
import io.relaymq.RateLimit;
import io.relaymq.RelayObserver;
import io.relaymq.RelayUnavailableException;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Permits;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RateGateTest {

    final Deque<CompletableFuture<Permits>> questions = new ArrayDeque<>();
    final List<Runnable> later = new ArrayList<>();
    final AtomicInteger opened = new AtomicInteger();
    long now;
    boolean atOnce;

    final RateGate gate = new RateGate(parts(), new RateLimit(10, Duration.ofSeconds(1)), opened::incrementAndGet);

    @Test
    void as_many_enter_as_were_granted_and_one_question_is_asked_at_a_time() {
        assertThat(gate.enter(3)).isFalse();
        assertThat(gate.enter(3)).isFalse();
        assertThat(questions).hasSize(1);

        questions.remove().complete(new Permits(2, 0));

        assertThat(opened).hasValue(1);
        assertThat(gate.enter(3)).isTrue();
        assertThat(gate.enter(2)).isTrue();
        assertThat(gate.enter(1)).isFalse();
        assertThat(questions).hasSize(1);
    }

    @Test
    void what_was_granted_and_not_used_at_once_is_forfeited() {
        gate.enter(5);
        questions.remove().complete(new Permits(5, 0));
        assertThat(gate.enter(5)).isTrue();

        now += Duration.ofSeconds(1).toNanos();

        assertThat(gate.enter(5)).isFalse();
        questions.remove().complete(new Permits(1, 0));
        assertThat(gate.enter(5)).isTrue();
        assertThat(gate.enter(4)).isFalse();
    }

    @Test
    void after_a_refusal_or_a_failure_it_is_asked_again_later_and_not_before() {
        gate.enter(1);
        questions.remove().complete(new Permits(0, 70));
        assertThat(gate.enter(1)).isFalse();
        assertThat(questions).isEmpty();

        later.remove(0).run();
        assertThat(opened).hasValue(1);
        assertThat(gate.enter(1)).isFalse();
        questions.remove().completeExceptionally(new RelayUnavailableException("away"));
        assertThat(gate.enter(1)).isFalse();
        assertThat(questions).isEmpty();

        later.remove(0).run();
        assertThat(opened).hasValue(2);
        assertThat(gate.enter(1)).isFalse();
        assertThat(questions).hasSize(1);
    }

    @Test
    void an_answer_that_was_there_before_the_question_returned_was_not_used_by_anybody() {
        atOnce = true;

        assertThat(gate.enter(2)).isTrue();
        assertThat(gate.enter(1)).isTrue();
    }

    private WorkerParts parts() {
        BroadcastStore store = (BroadcastStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BroadcastStore.class}, (proxy, method, arguments) -> {
                    CompletableFuture<Permits> question = new CompletableFuture<>();
                    questions.add(question);
                    if (atOnce) {
                        question.complete(new Permits(2, 0));
                    }
                    return question;
                });
        return new WorkerParts(
                WorkerOptions.of("shared", ">").build(),
                store,
                "consumer",
                delivery -> CompletableFuture.completedFuture(null),
                new JsonCodec(),
                Runnable::run,
                (delay, task) -> {
                    later.add(task);
                    return () -> later.remove(task);
                },
                () -> now,
                holder -> {
                    throw new UnsupportedOperationException();
                },
                new RelayObserver() {},
                () -> {});
    }
}
