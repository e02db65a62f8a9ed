package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.Relay;
import io.relaymq.boot.application.Management.Answer;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The endpoint while Redis is frozen and while it is away. */
class EndpointWithoutRedisTest {

    @Test
    void who_asks_is_told_so_with_503_and_need_not_wait_longer_than_the_command_timeout() {
        try (RedisProcess redis = RedisProcess.builder().start();
                ConfigurableApplicationContext context = Applications.startWeb(
                        redis.port(),
                        EndpointOverHttpTest.Listener.class,
                        "management.endpoint.relay.access=unrestricted",
                        "relay.command-timeout=1s")) {
            context.getBean(Relay.class).workers().get(0).awaitReady(Duration.ofSeconds(30));
            Management management = new Management(context);
            redis.suspend();
            unavailable(management);
            redis.kill();
            unavailable(management);
            assertThat(management.get("/relay").status()).isEqualTo(200);
        }
    }

    private static void unavailable(Management management) {
        long begin = System.nanoTime();
        Answer read = management.get("/relay/events");
        Answer write = management.post("/relay/events/billing/pause", "{}");

        assertThat(read.status()).as(read.body()).isEqualTo(503);
        assertThat(write.status()).as(write.body()).isEqualTo(503);
        assertThat(read.json().get("error").asString()).isNotEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
    }
}
