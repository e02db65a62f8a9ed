package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.RejectMessageException;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import io.relaymq.spring.SuspendingListeners.Order;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;

/** Kotlin's suspend functions as listeners. */
class SuspendTest {

    interface Check {
        void check(FakeWorker worker) throws Exception;
    }

    private static void with(Object listener, Check check) {
        ListenerContext.runner()
                .withBean("listener", Object.class, () -> listener)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    check.check(context.getBean(FakeRelay.class).everMade.get(0));
                });
    }

    private static void receivesAndSettlesWhenItHasReturned(Object bean, SuspendingListeners.Waiting listener) {
        with(bean, worker -> {
            CompletableFuture<?> settled = worker.handle("orders.eu.created", new Order(1, "milk"), Map.of());
            assertThat(settled).isNotDone();
            assertThat(listener.getReceived()).containsExactly(new Order(1, "milk"));

            listener.getDone().complete("done");

            await().untilAsserted(() -> assertThat(settled).isCompleted());
            assertThat(listener.getReceived()).containsExactly(new Order(1, "milk"), "eu done");
        });
    }

    @Test
    void it_settles_when_it_has_returned_and_keeps_no_thread_until_then() {
        SuspendingListeners.Waiting listener = new SuspendingListeners.Waiting();
        receivesAndSettlesWhenItHasReturned(listener, listener);
    }

    @Test
    void it_is_called_through_a_proxy() {
        SuspendingListeners.Waiting listener = new SuspendingListeners.Waiting();
        ProxyFactory proxies = new ProxyFactory(listener);
        proxies.setProxyTargetClass(true);
        receivesAndSettlesWhenItHasReturned(proxies.getProxy(), listener);
    }

    @Test
    void it_is_cancelled_when_its_time_is_over() {
        SuspendingListeners.Waiting listener = new SuspendingListeners.Waiting();
        with(listener, worker -> {
            CompletableFuture<?> settled = worker.handle("orders.eu.created", new Order(1, "milk"), Map.of());

            settled.cancel(true);
            listener.getDone().complete("too late");

            assertThat(listener.getReceived()).containsExactly(new Order(1, "milk"));
        });
    }

    @Test
    void what_it_throws_comes_out_as_it_is() {
        with(
                new SuspendingListeners.Failing(),
                worker -> assertThatThrownBy(() -> worker.deliver("a", "on purpose"))
                        .isExactlyInstanceOf(IOException.class)
                        .hasMessage("on purpose"));
    }

    @Test
    void it_takes_batches() {
        SuspendingListeners.InBatches listener = new SuspendingListeners.InBatches();
        with(listener, worker -> {
            worker.deliver("a", new Order(1, "milk"));
            assertThat(listener.getReceived()).containsExactly(List.of(new Order(1, "milk")));
        });
    }

    @Test
    void it_settles_by_hand() {
        with(new SuspendingListeners.ByHand(), worker -> {
            worker.deliver("a", "ack");
            assertThatThrownBy(() -> worker.deliver("a", "dead")).isInstanceOf(RejectMessageException.class);
        });
    }

    private static void refused(Object listener, String why) {
        ListenerContext.runner()
                .withBean("listener", Object.class, () -> listener)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RelayConfigurationException.class)
                        .hasMessageContainingAll(listener.getClass().getName() + ".handle(", why));
    }

    @Test
    void a_result_that_it_does_not_wait_for_itself_fails_the_start() {
        Map.of(
                        new SuspendingListeners.ManyValues(), "kotlinx.coroutines.flow.Flow",
                        new SuspendingListeners.LaterStill(), "java.util.concurrent.CompletableFuture",
                        new SuspendingListeners.StageAfterAll(), "java.util.concurrent.CompletionStage")
                .forEach((listener, type) -> refused(listener, type + " of a suspend function is not awaited"));
    }
}
