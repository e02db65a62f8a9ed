package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.RelayUnavailableException;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** Redis is away when the application starts, or when it stops. */
class OutageTest {

    static class Listener {
        final List<String> received = new CopyOnWriteArrayList<>();

        @RelayListener("a")
        void handle(String text) {
            received.add(text);
        }
    }

    private static Status health(ConfigurableApplicationContext context) {
        return context.getBean("relayHealthContributor", HealthIndicator.class)
                .health()
                .getStatus();
    }

    @Test
    void an_application_starts_without_redis_and_receives_when_it_comes() {
        try (RedisProcess redis = RedisProcess.builder().start()) {
            redis.kill();
            try (ConfigurableApplicationContext context = Applications.start(redis.port(), Listener.class)) {
                RelayTemplate template = context.getBean(RelayTemplate.class);
                assertThat(health(context)).isEqualTo(Status.DOWN);
                assertThatThrownBy(() -> template.publish("a", "lost")).isInstanceOf(RelayUnavailableException.class);

                redis.start();
                BroadcastWorker worker = context.getBean(Relay.class).workers().get(0);
                assertThat(worker.awaitReady(Duration.ofSeconds(30))).isTrue();
                template.publish("a", "here");

                await().untilAsserted(() ->
                        assertThat(context.getBean(Listener.class).received).containsExactly("here"));
                await().untilAsserted(() -> assertThat(health(context)).isEqualTo(Status.UP));
            }
        }
    }

    @Test
    void an_application_stops_in_time_without_redis() {
        try (RedisProcess redis = RedisProcess.builder().start()) {
            ConfigurableApplicationContext context =
                    Applications.start(redis.port(), Listener.class, "relay.close-timeout=2s");
            context.getBean(Relay.class).workers().get(0).awaitReady(Duration.ofSeconds(30));
            redis.suspend();

            long begin = System.nanoTime();
            context.close();

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
            assertThat(context.isActive()).isFalse();
        }
    }
}
