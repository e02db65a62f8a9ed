package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests with a server for their class. */
abstract class OnRedis {

    private static RedisProcess redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisProcess.builder().start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    /** An application whose listeners are joined. */
    static ConfigurableApplicationContext start(Class<?> listeners, String... properties) {
        ConfigurableApplicationContext context = Applications.start(redis.port(), listeners, properties);
        for (BroadcastWorker worker : context.getBean(Relay.class).workers()) {
            assertThat(worker.awaitReady(Duration.ofSeconds(20)))
                    .as(worker.subscription())
                    .isTrue();
        }
        return context;
    }

    static int port() {
        return redis.port();
    }
}
