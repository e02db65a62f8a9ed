package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How many connections an application has, whatever it listens to. */
class ConnectionsTest extends OnRedis {

    @Configuration(proxyBeanMethods = false)
    static class Twenty {

        static class One extends Received {
            private final String name;

            One(String name) {
                this.name = name;
            }

            @RelayListener(
                    subjects = "all",
                    subscription = "#{'s' + @counter.incrementAndGet()}",
                    id = "#{'i' + @counter.get()}")
            void handle(String text) {
                values.add(name + text);
            }
        }

        @Bean
        java.util.concurrent.atomic.AtomicInteger counter() {
            return new java.util.concurrent.atomic.AtomicInteger();
        }

        @Bean
        static org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor twentyBeans() {
            return registry -> {
                for (int i = 1; i <= 20; i++) {
                    String name = "one" + i;
                    registry.registerBeanDefinition(
                            name,
                            new org.springframework.beans.factory.support.RootBeanDefinition(
                                    One.class, () -> new One(name)));
                }
            };
        }
    }

    @Test
    void twenty_listeners_share_two_connections() {
        try (ConfigurableApplicationContext context = start(Twenty.class)) {
            assertThat(context.getBean(RelayTemplate.class).publish("all", "!").subscriptions())
                    .isEqualTo(20);
            Map<String, Twenty.One> beans = context.getBeansOfType(Twenty.One.class);
            await().until(() -> beans.values().stream().allMatch(one -> one.values.size() == 1));

            List<String> names = redisClientNames(context);
            assertThat(names)
                    .extracting(name -> name.replaceAll("@.*", ""))
                    .containsExactlyInAnyOrder("relay-shared", "relay-reader-1");
        }
        assertThat(redisClientNames()).isEmpty();
    }

    private static List<String> redisClientNames(ConfigurableApplicationContext context) {
        return context.getBean(org.springframework.data.redis.core.StringRedisTemplate.class).getClientList().stream()
                .map(org.springframework.data.redis.core.types.RedisClientInfo::getName)
                .filter(name -> name != null && name.startsWith("relay-"))
                .toList();
    }

    private static List<String> redisClientNames() {
        try (ConfigurableApplicationContext context =
                Applications.start(port(), Received.class, "relay.enabled=false")) {
            return redisClientNames(context);
        }
    }
}
