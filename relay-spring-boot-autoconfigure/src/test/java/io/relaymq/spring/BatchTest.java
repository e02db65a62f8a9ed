package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Delivery;
import io.relaymq.PayloadException;
import io.relaymq.ReleaseMessageException;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.Message;

/** Listeners that take a list. */
class BatchTest {

    record Order(int number) {}

    /** Holds the first batch, so that what comes meanwhile is the second. */
    static class Held<T> {
        final BlockingQueue<List<T>> batches = new LinkedBlockingQueue<>();
        final CountDownLatch first = new CountDownLatch(1);

        void take(List<T> batch) throws InterruptedException {
            batches.add(batch);
            assertThat(first.await(10, TimeUnit.SECONDS)).isTrue();
        }

        List<T> next() throws InterruptedException {
            List<T> batch = batches.poll(10, TimeUnit.SECONDS);
            assertThat(batch).isNotNull();
            return batch;
        }
    }

    interface Use<T> {
        void it(FakeWorker worker, T listener) throws Exception;
    }

    private static <T> void with(Class<T> listener, Use<T> use) {
        ListenerContext.runner().withBean("listener", listener).run(context -> {
            assertThat(context).hasNotFailed();
            use.it(context.getBean(FakeRelay.class).everMade.get(0), context.getBean(listener));
        });
    }

    private static List<CompletableFuture<?>> deliver(FakeWorker worker, int from, int to) {
        return IntStream.rangeClosed(from, to)
                .<CompletableFuture<?>>mapToObj(number -> deliver(worker, new Order(number)))
                .toList();
    }

    private static CompletableFuture<?> deliver(FakeWorker worker, Object payload) {
        try {
            return worker.handle("orders.x", payload, Map.of());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static class Orders extends Held<Order> {
        @RelayListener
        void handle(List<Order> orders) throws Exception {
            take(orders);
            if (orders.contains(new Order(13))) {
                throw new BatchListenerFailedException("at 13", new IOException("on purpose"), new Order(13));
            }
            if (orders.contains(new Order(99))) {
                throw new IOException("on purpose");
            }
        }
    }

    @Test
    void a_batch_is_what_has_arrived_up_to_the_most_and_nothing_is_waited_for() {
        with(Orders.class, (worker, listener) -> {
            assertThat(worker.options().concurrency()).isEqualTo(100);
            List<CompletableFuture<?>> handled = deliver(worker, 1, 1);
            assertThat(listener.next()).containsExactly(new Order(1));
            List<CompletableFuture<?>> more = deliver(worker, 101, 260);
            assertThat(handled.get(0)).isNotDone();

            listener.first.countDown();

            assertThat(listener.next()).hasSize(100).startsWith(new Order(101));
            assertThat(listener.next()).hasSize(60).endsWith(new Order(260));
            await().until(() -> more.stream().allMatch(CompletableFuture::isDone));
            assertThat(handled.get(0)).isCompleted();
        });
    }

    @Test
    void what_stands_before_the_one_that_failed_is_done_and_what_stands_after_it_is_given_back() {
        with(Orders.class, (worker, listener) -> {
            deliver(worker, 1, 1);
            listener.next();
            List<CompletableFuture<?>> handled = deliver(worker, 11, 15);

            listener.first.countDown();

            await().until(() -> handled.stream().allMatch(CompletableFuture::isDone));
            assertThat(handled.subList(0, 2)).allSatisfy(one -> assertThat(one).isCompleted());
            assertThatThrownBy(handled.get(2)::join).hasCauseInstanceOf(IOException.class);
            assertThat(handled.subList(3, 5))
                    .allSatisfy(one -> assertThatThrownBy(one::join).hasCauseInstanceOf(ReleaseMessageException.class));
        });
    }

    @Test
    void any_other_exception_fails_every_one_of_the_batch() {
        with(Orders.class, (worker, listener) -> {
            deliver(worker, 1, 1);
            listener.next();
            List<CompletableFuture<?>> handled = deliver(worker, 97, 100);

            listener.first.countDown();

            assertThat(handled)
                    .allSatisfy(one -> assertThatThrownBy(() -> one.get(10, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(IOException.class));
        });
    }

    @Test
    void one_that_cannot_be_read_does_not_keep_the_others() {
        with(Orders.class, (worker, listener) -> {
            deliver(worker, 1, 1);
            listener.next();
            CompletableFuture<?> before = deliver(worker, new Order(2));
            CompletableFuture<?> unreadable = deliver(worker, "no order");
            CompletableFuture<?> after = deliver(worker, new Order(3));

            listener.first.countDown();

            assertThat(listener.next()).containsExactly(new Order(2), new Order(3));
            assertThatThrownBy(() -> unreadable.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(PayloadException.class);
            await().until(() -> before.isDone() && after.isDone());
        });
    }

    @Test
    void what_is_in_no_batch_yet_is_given_back_when_the_listener_pauses_or_stops() {
        with(Orders.class, (worker, listener) -> {
            CompletableFuture<?> running = deliver(worker, new Order(1));
            listener.next();
            CompletableFuture<?> waiting = deliver(worker, new Order(2));

            ((ListenerHandler) worker.handler).close();

            assertThatThrownBy(waiting::join).hasCauseInstanceOf(ReleaseMessageException.class);
            assertThatThrownBy(() -> worker.deliver("orders.x", new Order(3)))
                    .isInstanceOf(ReleaseMessageException.class);
            assertThat(running).isNotDone();
            listener.first.countDown();
            await().until(running::isDone);
            ((ListenerHandler) worker.handler).open();
            worker.deliver("orders.x", new Order(4));
        });
    }

    @Test
    void a_batch_is_interrupted_when_the_time_of_one_is_over() {
        with(Interrupted.class, (worker, listener) -> {
            CompletableFuture<?> handled = deliver(worker, new Order(1));
            listener.next();

            handled.cancel(true);

            assertThat(listener.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        });
    }

    static class Interrupted extends Held<Order> {
        final CountDownLatch interrupted = new CountDownLatch(1);

        @RelayListener
        void handle(List<Order> orders) {
            try {
                take(orders);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        }
    }

    static class ByHand {
        final BlockingQueue<Acknowledgment> given = new LinkedBlockingQueue<>();

        @RelayListener(ackMode = "MANUAL")
        void handle(List<RelayMessage<Order>> messages, Acknowledgment acknowledgment) {
            assertThat(messages.get(0).subject()).isEqualTo("orders.x");
            given.add(acknowledgment);
        }
    }

    @Test
    void by_hand_a_batch_is_settled_as_a_whole() {
        with(ByHand.class, (worker, listener) -> {
            CompletableFuture<?> handled = deliver(worker, new Order(1));
            Acknowledgment acknowledgment = listener.given.poll(10, TimeUnit.SECONDS);
            assertThat(acknowledgment).isNotNull();
            assertThat(handled).isNotDone();

            acknowledgment.ack();

            assertThat(handled.get(10, TimeUnit.SECONDS)).isNull();
        });
    }

    static class Later extends Held<Delivery> {
        final CompletableFuture<String> future = new CompletableFuture<>();

        @RelayListener
        CompletableFuture<String> handle(List<Delivery> deliveries) {
            batches.add(deliveries);
            return future;
        }
    }

    @Test
    void a_batch_that_ends_later_holds_the_next_one_back_and_no_thread() {
        with(Later.class, (worker, listener) -> {
            CompletableFuture<?> first = deliver(worker, new Order(1));
            assertThat(listener.next()).hasSize(1);
            CompletableFuture<?> second = deliver(worker, new Order(2));
            assertThat(first).isNotDone();

            listener.future.completeExceptionally(new IOException("on purpose"));

            assertThatThrownBy(first::join).hasCauseInstanceOf(IOException.class);
            assertThat(listener.next()).hasSize(1);
            await().until(second::isDone);
        });
    }

    static class OfSpring extends Held<String> {
        @RelayListener
        void handle(List<Message<Order>> messages) {
            batches.add(messages.stream()
                    .map(one -> one.getHeaders().get(RelayHeaders.SUBJECT) + " "
                            + one.getPayload().number())
                    .toList());
        }
    }

    @Test
    void a_batch_can_be_of_spring_messages() {
        with(OfSpring.class, (worker, listener) -> {
            deliver(worker, new Order(1));
            assertThat(listener.next()).containsExactly("orders.x 1");
        });
    }
}
