package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Start and stop, all together and one by one. */
class RelayListenerRegistryTest {

    static class Two {
        @RelayListener(id = "first", subscription = "first")
        void first() {}

        @RelayListener(id = "second", subscription = "second", autoStartup = "${second:false}")
        void second() {}
    }

    private final ApplicationContextRunner runner = ListenerContext.runner().withBean("two", Two.class);

    @Test
    void only_those_that_start_by_themselves_start_with_the_context() {
        runner.run(context -> assertThat(context.getBean(FakeRelay.class).workers())
                .extracting(BroadcastWorker::subscription)
                .containsExactly("first"));
    }

    @Test
    void one_listener_is_started_paused_resumed_and_stopped_by_its_id() {
        runner.run(context -> {
            RelayListenerRegistry registry = context.getBean(RelayListenerRegistry.class);
            FakeRelay relay = context.getBean(FakeRelay.class);

            registry.start("second");
            registry.start("second");
            assertThat(relay.everMade).hasSize(2);
            registry.pause("second");
            assertThat(relay.worker("second").state).isEqualTo(State.PAUSED);
            registry.resume("second");
            assertThat(relay.worker("second").state).isEqualTo(State.RUNNING);
            registry.stop("second");
            registry.stop("second");

            assertThat(registry.worker("second")).isNull();
            assertThat(relay.workers()).containsExactly(registry.worker("first"));
            assertThatThrownBy(() -> registry.pause("second"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'second'");
            assertThatThrownBy(() -> registry.stop("third"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'third'")
                    .hasMessageContaining("[first, second]");
        });
    }

    @Test
    void a_context_has_started_when_its_listeners_have_joined() {
        relayThat(worker -> worker.waitsUntilReady.set(3)).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(FakeRelay.class).everMade)
                    .isNotEmpty()
                    .allSatisfy(worker -> assertThat(worker.waitsUntilReady).hasValue(-1));
        });
    }

    @Test
    void a_context_starts_without_listeners_that_cannot_join() {
        relayThat(worker -> {
                    worker.waitsUntilReady.set(Integer.MAX_VALUE);
                    worker.problem = "no Redis";
                })
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(FakeRelay.class).everMade)
                            .allSatisfy(worker ->
                                    assertThat(worker.waitsUntilReady).hasValueGreaterThan(Integer.MAX_VALUE - 2));
                });
    }

    private ApplicationContextRunner relayThat(Consumer<FakeWorker> onSubscribe) {
        return runner.withInitializer(context -> context.getBeanFactory().addBeanPostProcessor(new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof FakeRelay relay) {
                    relay.onSubscribe = onSubscribe;
                }
                return bean;
            }
        }));
    }

    @Test
    void a_stop_does_not_wait_and_calls_back_when_all_are_closed() {
        runner.withPropertyValues("second=true").run(context -> {
            RelayListenerRegistry registry = context.getBean(RelayListenerRegistry.class);
            FakeRelay relay = context.getBean(FakeRelay.class);
            CountDownLatch finish = new CountDownLatch(1);
            CountDownLatch bothClosing = new CountDownLatch(2);
            CountDownLatch called = new CountDownLatch(1);
            relay.everMade.forEach(worker -> worker.onClose = () -> {
                bothClosing.countDown();
                await(finish);
            });

            registry.stop(called::countDown);

            assertThat(registry.isRunning()).isFalse();
            assertThat(bothClosing.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(called.getCount()).isEqualTo(1);
            finish.countDown();
            assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(relay.workers()).isEmpty();
        });
    }

    @Test
    void a_context_that_starts_again_starts_its_listeners_again() {
        runner.run(context -> {
            context.getSourceApplicationContext().stop();
            assertThat(context.getBean(FakeRelay.class).workers()).isEmpty();

            context.getSourceApplicationContext().start();

            assertThat(context.getBean(FakeRelay.class).workers()).hasSize(1);
        });
    }

    @Test
    void a_bean_that_is_made_late_is_heard_at_once() {
        ListenerContext.runner()
                .withBean("two", Two.class, Two::new, definition -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE))
                .run(context -> {
                    assertThat(context.getBean(FakeRelay.class).workers()).isEmpty();

                    context.getBean(Two.class);

                    assertThat(context.getBean(FakeRelay.class).workers()).hasSize(1);
                });
    }

    @Test
    void it_stops_before_the_web_server_drains() {
        runner.run(context -> assertThat(
                        context.getBean(RelayListenerRegistry.class).getPhase())
                .isEqualTo(Integer.MAX_VALUE - 100));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
