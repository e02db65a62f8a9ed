package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.spring.RelayOperations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A server of our own, if there is none. */
class EmbeddedRedisTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RelayEmbeddedRedisAutoConfiguration.class,
                    DataRedisAutoConfiguration.class,
                    RelayAutoConfiguration.class));

    @Test
    void an_application_that_configured_no_redis_gets_one_that_ends_with_it() {
        int[] port = new int[1];
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            port[0] = context.getBean(EmbeddedRedis.class).port();
            assertThat(context.getBean(LettuceConnectionFactory.class).getPort())
                    .isEqualTo(port[0]);
            assertThat(context.getBean(RelayOperations.class).publish("a", 1).subscriptions())
                    .isZero();
        });

        assertThat(listens(port[0])).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=1",
                "spring.data.redis.url=redis://127.0.0.1:1",
                "spring.data.redis.sentinel.master=m",
                "spring.data.redis.cluster.nodes=127.0.0.1:1",
                "spring.data.redis.masterreplica.nodes=127.0.0.1:1",
                "relay.embedded.enabled=false",
                "relay.enabled=false"
            })
    void there_is_none_with(String property) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RelayEmbeddedRedisAutoConfiguration.class))
                .withPropertyValues(property)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedRedis.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SPRING_DATA_REDIS_HOST", "SPRING_DATA_REDIS_CLUSTER_NODES"})
    void there_is_none_with_the_environment_variable(String variable) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RelayEmbeddedRedisAutoConfiguration.class))
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "test-systemEnvironment", Map.of(variable, "127.0.0.1:1"))))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedRedis.class));
    }

    @Test
    void other_properties_of_redis_do_not_say_where_it_is() {
        runner.withPropertyValues("spring.data.redis.timeout=3s", "spring.data.redis.lettuce.pool.enabled=false")
                .run(context -> assertThat(context).hasSingleBean(EmbeddedRedis.class));
    }

    @Test
    void there_is_none_with_connection_details_or_a_connection_factory_of_the_application() {
        runner.withBean(DataRedisConnectionDetails.class, () -> new DataRedisConnectionDetails() {
                    @Override
                    public Standalone getStandalone() {
                        return Standalone.of("127.0.0.1", 1);
                    }
                })
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedRedis.class));
        runner.withBean(
                        RedisConnectionFactory.class,
                        () -> new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1)))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedRedis.class));
    }

    @Test
    void there_is_none_without_the_library() {
        runner.withClassLoader(new FilteredClassLoader("redis.embedded"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedRedis.class));
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
