package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Delivery;
import io.relaymq.PayloadException;
import io.relaymq.RejectMessageException;
import io.relaymq.ReleaseMessageException;
import io.relaymq.RetryAfterException;
import io.relaymq.WorkerOptions;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What settles a delivery: results that come later, acknowledgments by hand, error handlers, interceptors. */
class HowListenersEndTest {

    interface Deliver<T> {
        void to(FakeWorker worker, T listener) throws Exception;
    }

    private final ApplicationContextRunner runner = ListenerContext.runner();

    private <T> void with(ApplicationContextRunner runner, Class<T> listener, Deliver<T> deliver) {
        runner.withBean("listener", listener).run(context -> {
            assertThat(context).hasNotFailed();
            deliver.to(context.getBean(FakeRelay.class).everMade.get(0), context.getBean(listener));
        });
    }

    static class Later {
        final CompletableFuture<String> future = new CompletableFuture<>();

        @RelayListener
        CompletableFuture<String> handle(String text) {
            return future;
        }
    }

    @Test
    void a_future_settles_when_it_completes_and_not_before() {
        with(runner, Later.class, (worker, listener) -> {
            CompletableFuture<?> handled = worker.handle("a", "", Map.of());
            assertThat(handled).isNotDone();

            listener.future.completeExceptionally(new IOException("on purpose"));

            assertThat(handled).isCompletedExceptionally();
            assertThatThrownBy(() -> worker.deliver("a", "")).isInstanceOf(IOException.class);
        });
        with(runner, Later.class, (worker, listener) -> {
            listener.future.complete("");
            worker.deliver("a", "");
        });
    }

    static class Reactive {
        final Sinks.One<String> sink = Sinks.one();
        boolean cancelled;

        @RelayListener
        Mono<String> handle(String text) {
            return sink.asMono().doOnCancel(() -> cancelled = true);
        }
    }

    @Test
    void a_mono_settles_when_it_completes_and_is_cancelled_when_its_time_is_over() {
        with(runner, Reactive.class, (worker, listener) -> {
            CompletableFuture<?> handled = worker.handle("a", "", Map.of());
            assertThat(handled).isNotDone();
            listener.sink.emitEmpty(Sinks.EmitFailureHandler.FAIL_FAST);
            assertThat(handled).isCompleted();
        });
        with(runner, Reactive.class, (worker, listener) -> {
            worker.handle("a", "", Map.of()).cancel(true);
            assertThat(listener.cancelled).isTrue();
        });
    }

    static class Missing {
        @RelayListener
        @Nullable
        Mono<String> handle(String text) {
            return null;
        }
    }

    @Test
    void null_instead_of_a_result_to_wait_for_is_a_failure() {
        with(
                runner,
                Missing.class,
                (worker, listener) -> assertThatThrownBy(() -> worker.deliver("a", ""))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("null instead of a Mono"));
    }

    static class ByHand {
        final AtomicReference<Acknowledgment> given = new AtomicReference<>();

        Acknowledgment given() {
            return Objects.requireNonNull(given.get());
        }

        @RelayListener(ackMode = "${mode:manual}")
        void handle(String text, Acknowledgment acknowledgment) throws IOException {
            given.set(acknowledgment);
            if (text.equals("settles and fails")) {
                acknowledgment.ack();
            }
            if (text.endsWith("fails")) {
                throw new IOException("on purpose");
            }
        }
    }

    private void settledBy(Consumer<Acknowledgment> how, @Nullable Class<?> failure) {
        with(runner, ByHand.class, (worker, listener) -> {
            CompletableFuture<?> handled = worker.handle("a", "", Map.of());
            assertThat(handled).isNotDone();
            assertThat(listener.given().isSettled()).isFalse();

            how.accept(listener.given());

            assertThat(handled).isDone();
            if (failure == null) {
                assertThat(handled).isCompleted();
            } else {
                assertThatThrownBy(handled::join).hasCauseInstanceOf((Class<? extends Throwable>) failure);
            }
            assertThat(listener.given().isSettled()).isTrue();
            assertThatThrownBy(listener.given()::ack)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has been settled before");
        });
    }

    @Test
    void by_hand_nothing_is_settled_until_it_is_and_then_once() {
        settledBy(Acknowledgment::ack, null);
        settledBy(Acknowledgment::retry, RetryRequestedException.class);
        settledBy(acknowledgment -> acknowledgment.retry(new IOException()), IOException.class);
        settledBy(acknowledgment -> acknowledgment.retryAfter(Duration.ofSeconds(1)), RetryAfterException.class);
        settledBy(acknowledgment -> acknowledgment.deadLetter("no such order"), RejectMessageException.class);
        settledBy(Acknowledgment::release, ReleaseMessageException.class);
    }

    @Test
    void by_hand_an_exception_settles_unless_it_was_settled_before() {
        with(runner, ByHand.class, (worker, listener) -> {
            assertThatThrownBy(() -> worker.deliver("a", "fails")).isInstanceOf(IOException.class);
            assertThat(listener.given().isSettled()).isTrue();
            worker.deliver("a", "settles and fails");
        });
    }

    @Test
    void by_hand_it_is_too_late_when_the_time_is_over() {
        with(runner, ByHand.class, (worker, listener) -> {
            worker.handle("a", "", Map.of()).cancel(true);

            assertThatThrownBy(listener.given()::ack)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("handler-timeout");
        });
    }

    record Number(int value) {}

    static class Failing {
        final List<Object> seen = new CopyOnWriteArrayList<>();

        @RelayListener(errorHandler = "forgiving")
        void handle(Number number) throws IOException {
            throw new IOException("on purpose " + number.value());
        }
    }

    private static ApplicationContextRunner withErrorHandler(ApplicationContextRunner runner) {
        return runner.withBean("forgiving", RelayListenerErrorHandler.class, () -> (delivery, failure) -> {
            if (delivery.subject().equals("never")) {
                throw new RejectMessageException("never", failure);
            }
        });
    }

    @Test
    void an_error_handler_forgives_or_puts_another_failure_in_its_place() {
        with(withErrorHandler(runner), Failing.class, (worker, listener) -> {
            worker.deliver("a", new Number(1));
            worker.deliver("a", "no number");
            assertThatThrownBy(() -> worker.deliver("never", new Number(1)))
                    .isInstanceOf(RejectMessageException.class)
                    .hasCauseInstanceOf(IOException.class);
        });
    }

    static class OnlyLater {
        @RelayListener(errorHandler = "#{@forgiving}")
        CompletableFuture<Void> later(Number number) {
            return CompletableFuture.failedFuture(new IOException("on purpose " + number.value()));
        }
    }

    @Test
    void an_error_handler_is_asked_also_when_the_failure_comes_later() {
        with(withErrorHandler(runner), OnlyLater.class, (worker, listener) -> {
            worker.deliver("a", new Number(1));
            assertThatThrownBy(() -> worker.deliver("never", new Number(1))).isInstanceOf(RejectMessageException.class);
        });
    }

    @Test
    void an_error_handler_that_does_not_exist_fails_the_start() {
        runner.withBean("listener", Failing.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContainingAll("Failing.handle(Number)", "'errorHandler'", "'forgiving'"));
    }

    static class InFactory {
        @RelayListener(containerFactory = "careful")
        void handle(String text) throws IOException {
            throw new IOException(text);
        }
    }

    @Test
    void a_container_factory_sets_options_handler_and_error_handler() {
        List<String> seen = new CopyOnWriteArrayList<>();
        ApplicationContextRunner careful = runner.withBean(
                "careful", RelayListenerContainerFactory.class, () -> new RelayListenerContainerFactory() {
                    @Override
                    public void configure(String broadcast, String subscription, WorkerOptions.Builder options) {
                        options.concurrency(4);
                    }

                    @Override
                    public AsyncMessageHandler decorate(AsyncMessageHandler handler) {
                        return delivery -> {
                            seen.add("before");
                            return handler.handle(delivery);
                        };
                    }

                    @Override
                    public RelayListenerErrorHandler errorHandler() {
                        return (delivery, failure) -> seen.add(String.valueOf(failure.getMessage()));
                    }
                });
        with(careful, InFactory.class, (worker, listener) -> {
            worker.deliver("a", "x");

            assertThat(worker.options().concurrency()).isEqualTo(4);
            assertThat(seen).containsExactly("before", "x");
        });
    }

    static class Plain {
        @RelayListener
        void handle(Number number) {}
    }

    @Order(1)
    record Outer(List<String> seen) implements DeliveryInterceptor {
        @Override
        public CompletionStage<?> intercept(Delivery delivery, AsyncMessageHandler next) throws Exception {
            seen.add("outer");
            return next.handle(delivery)
                    .whenComplete((value, failure) ->
                            seen.add(failure == null ? "ok" : failure.getClass().getSimpleName()));
        }
    }

    @Order(2)
    record Inner(List<String> seen) implements DeliveryInterceptor {
        @Override
        public CompletionStage<?> intercept(Delivery delivery, AsyncMessageHandler next) throws Exception {
            seen.add("inner");
            return next.handle(delivery);
        }
    }

    @Test
    void interceptors_stand_around_the_handling_in_their_order() {
        List<String> seen = new CopyOnWriteArrayList<>();
        with(
                runner.withBean("b", Inner.class, () -> new Inner(seen))
                        .withBean("a", Outer.class, () -> new Outer(seen)),
                Plain.class,
                (worker, listener) -> {
                    worker.deliver("a", new Number(1));
                    assertThatThrownBy(() -> worker.deliver("a", "none")).isInstanceOf(PayloadException.class);
                });
        assertThat(seen).containsExactly("outer", "inner", "ok", "outer", "inner", "PayloadException");
    }
}
