package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.util.List;
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
    void a_bean_that_is_made_late_is_heard_at_once_but_for_what_does_not_start_by_itself() {
        ListenerContext.runner()
                .withBean("two", Two.class, Two::new, definition -> definition.setLazyInit(true))
                .run(context -> {
                    FakeRelay relay = context.getBean(FakeRelay.class);
                    assertThat(relay.workers()).isEmpty();

                    context.getBean(Two.class);

                    assertThat(relay.workers())
                            .extracting(BroadcastWorker::subscription)
                            .containsExactly("first");
                    context.getBean(RelayListenerRegistry.class).start("second");
                    assertThat(relay.workers()).hasSize(2);
                });
    }

    @Test
    void a_bean_of_many_instances_fails_the_start() {
        for (String scope : List.of(BeanDefinition.SCOPE_PROTOTYPE, "request")) {
            ListenerContext.runner()
                    .withBean("two", Two.class, Two::new, definition -> definition.setScope(scope))
                    .run(context -> assertThat(context)
                            .getFailure()
                            .isInstanceOf(RelayConfigurationException.class)
                            .hasMessageContainingAll("'two'", Two.class.getName(), "'" + scope + "'"));
        }
    }

    @Test
    void a_listener_without_an_annotation_starts_when_the_others_do_unless_it_is_not_to() {
        runner.withBean(RelayListenerConfigurer.class, () -> registry -> {
                    registry.register(RelayListenerEndpoint.of("third", "orders.>")
                            .broadcast("audit")
                            .options(options -> options.concurrency(3))
                            .handler(delivery -> {}));
                    registry.register(RelayListenerEndpoint.of("fourth")
                            .id("4")
                            .autoStartup(false)
                            .handler(delivery -> {}));
                })
                .run(context -> {
                    RelayListenerRegistry registry = context.getBean(RelayListenerRegistry.class);
                    FakeRelay relay = context.getBean(FakeRelay.class);
                    assertThat(registry.ids()).containsExactly("4", "first", "second", "third");
                    assertThat(relay.worker("third").broadcast()).isEqualTo("audit");
                    assertThat(relay.worker("third").options().concurrency()).isEqualTo(3);
                    assertThat(registry.listener("4").state()).isEqualTo(State.CLOSED);

                    registry.start("4");
                    registry.unregister("third");

                    assertThat(registry.listeners())
                            .extracting(RelayListenerInfo::id, RelayListenerInfo::state)
                            .containsExactly(
                                    tuple("4", State.RUNNING),
                                    tuple("first", State.RUNNING),
                                    tuple("second", State.CLOSED));
                    assertThatThrownBy(() -> registry.register(
                                    RelayListenerEndpoint.of("first").id("5").handler(delivery -> {})))
                            .isInstanceOf(RelayConfigurationException.class)
                            .hasMessageContainingAll("'first'", "Two.first()", "RelayListenerEndpoint '5'");
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
