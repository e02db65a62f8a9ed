package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.JsonCodec;
import io.relaymq.PayloadCodec;
import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.observation.RelayObservationAutoConfiguration;
import io.relaymq.fake.FakeRelay;
import io.relaymq.spring.MessageConverterCodec;
import io.relaymq.spring.RelayInstrumentation;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayListenerRegistry;
import io.relaymq.spring.RelayOperations;
import io.relaymq.spring.RelayTemplate;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.messaging.converter.StringMessageConverter;
import org.springframework.messaging.simp.config.AbstractMessageBrokerConfiguration;
import org.springframework.messaging.simp.user.SimpSubscription;
import org.springframework.messaging.simp.user.SimpSubscriptionMatcher;
import org.springframework.messaging.simp.user.SimpUser;
import org.springframework.messaging.simp.user.SimpUserRegistry;

/** Which beans there are, and when there are none. Nothing listens on the port: Redis is not needed to start. */
class RelayAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues("spring.data.redis.port=1", "spring.application.name=shop")
            .withConfiguration(AutoConfigurations.of(
                    RelayEmbeddedRedisAutoConfiguration.class,
                    DataRedisAutoConfiguration.class,
                    JacksonAutoConfiguration.class,
                    RelayAutoConfiguration.class));

    static class Billing {
        @RelayListener("orders.*")
        void onOrder() {}
    }

    private static void failsWith(AssertableApplicationContext context, String... texts) {
        FailureAnalysis analysis = StartFailure.of(context);
        assertThat(analysis.getDescription()).contains(texts);
        assertThat(analysis.getAction()).isNotEmpty();
    }

    @Test
    void everything_is_there_by_default_even_if_redis_is_not() {
        runner.withBean(Billing.class).run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Relay.class)
                    .hasSingleBean(RelayTemplate.class)
                    .hasSingleBean(RelayListenerRegistry.class)
                    .hasSingleBean(JsonCodec.class);
            assertThat(context.getBean(Relay.class).workers()).hasSize(1);
        });
    }

    @Test
    void it_can_be_switched_off() {
        runner.withBean(Billing.class)
                .withPropertyValues("relay.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Relay.class)
                        .doesNotHaveBean(RelayListenerRegistry.class));
    }

    @Test
    void beans_of_the_application_win() {
        PayloadCodec codec = new JsonCodec();
        RelayOperations operations = new RelayTemplate(new FakeRelay(), "mine");
        runner.withBean("codec", PayloadCodec.class, () -> codec)
                .withBean("mine", Relay.class, FakeRelay::new)
                .withBean("operations", RelayOperations.class, () -> operations)
                .run(context -> {
                    assertThat(context.getBean(Relay.class)).isInstanceOf(FakeRelay.class);
                    assertThat(context.getBean(RelayOperations.class)).isSameAs(operations);
                    assertThat(context.getBean(PayloadCodec.class)).isSameAs(codec);
                });
    }

    @Test
    void message_converters_of_the_application_are_taken_up_but_not_beside_a_codec() {
        runner.withBean(StringMessageConverter.class)
                .run(context -> assertThat(context).hasSingleBean(MessageConverterCodec.class));
        runner.withBean(StringMessageConverter.class)
                .withBean(PayloadCodec.class, JsonCodec::new)
                .run(context -> assertThat(context.getBean(PayloadCodec.class)).isInstanceOf(JsonCodec.class));
    }

    /** As for websockets. */
    @Configuration
    static class Broker extends AbstractMessageBrokerConfiguration {
        @Override
        protected SimpUserRegistry createLocalUserRegistry(@Nullable Integer order) {
            return new DefaultSimpUserRegistry();
        }
    }

    static final class DefaultSimpUserRegistry implements SimpUserRegistry {
        @Override
        public @Nullable SimpUser getUser(String name) {
            return null;
        }

        @Override
        public Set<SimpUser> getUsers() {
            return Set.of();
        }

        @Override
        public int getUserCount() {
            return 0;
        }

        @Override
        public Set<SimpSubscription> findSubscriptions(SimpSubscriptionMatcher matcher) {
            return Set.of();
        }
    }

    @Test
    void the_message_converter_that_spring_makes_for_websockets_is_left_to_them() {
        runner.withUserConfiguration(Broker.class)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasBean("brokerMessageConverter")
                        .hasSingleBean(JsonCodec.class));
    }

    @Test
    void a_relay_of_the_application_needs_no_connection_factory() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RelayAutoConfiguration.class))
                .withBean(FakeRelay.class)
                .withBean(Billing.class)
                .run(context ->
                        assertThat(context.getBean(FakeRelay.class).workers()).hasSize(1));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnFactory {
        @Bean
        RedisConnectionFactory declaredByItsInterface() {
            return new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1));
        }
    }

    @Test
    void an_own_connection_factory_is_used_whatever_type_its_method_declares() {
        runner.withUserConfiguration(OwnFactory.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Relay.class));
    }

    @Test
    void listeners_without_a_connection_factory_fail_the_start() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RelayAutoConfiguration.class))
                .withBean(Billing.class)
                .run(context -> failsWith(context, "Billing", "no Relay"));
    }

    @Test
    void without_listeners_and_connection_factory_there_is_just_no_relay() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RelayAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Relay.class));
    }

    @Test
    void a_connection_factory_that_is_not_of_lettuce_fails_the_start() {
        RedisConnectionFactory other = (RedisConnectionFactory) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RedisConnectionFactory.class}, (p, m, a) -> null);
        runner.withBean("redis", RedisConnectionFactory.class, () -> other)
                .withBean(Billing.class)
                .run(context -> failsWith(context, "Relay needs Lettuce"));
    }

    @Test
    void a_static_master_replica_set_fails_the_start() {
        runner.withPropertyValues("spring.data.redis.masterreplica.nodes=127.0.0.1:1,127.0.0.1:2")
                .run(context -> failsWith(context, "master/replica", "who is in charge"));
    }

    @Test
    void it_starts_without_actuator_health_and_micrometer() {
        runner.withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.health", "org.springframework.boot.actuate", "io.micrometer.core"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Relay.class));
    }

    @Test
    void it_starts_without_any_observation() {
        runner.withConfiguration(AutoConfigurations.of(RelayObservationAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Relay.class));
    }

    @Test
    void an_application_without_a_registry_of_observations_observes_nothing() {
        runner.withConfiguration(AutoConfigurations.of(RelayObservationAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RelayInstrumentation.class));
    }

    @Test
    void lazy_initialization_spares_beans_with_listeners() {
        runner.withBean(Billing.class)
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context ->
                        assertThat(context.getBean(Relay.class).workers()).hasSize(1));
    }

    @Test
    void the_connections_close_after_the_listeners_and_before_the_connection_factory() {
        runner.run(context -> assertThat(context.getBean(LifecycleRelay.class).getPhase())
                .isLessThan(context.getBean(RelayListenerRegistry.class).getPhase())
                .isGreaterThan(context.getBean(LettuceConnectionFactory.class).getPhase()));
    }
}
