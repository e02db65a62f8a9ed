package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Relay;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayListenerRegistry;
import io.relaymq.spring.RelayTemplate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/** What probes and operators are told, over HTTP. */
class HealthOverHttpTest {

    static class Three extends Received {

        @RelayListener(value = "a", id = "one", subscription = "one")
        void one(String text) {
            values.add(text);
        }

        @RelayListener(value = "a", id = "two", subscription = "two")
        void two(String text) {
            values.add(text);
        }

        @RelayListener(value = "a", id = "three", subscription = "three")
        void three(String text) {
            values.add(text);
        }
    }

    private static final byte[][] RIGHTS = Stream.of(
                    "SETUSER", "shop", "on", ">secret", "~*", "&*", "+@all", "-@dangerous", "-@admin")
            .map(word -> word.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);

    private RedisProcess redis;

    @BeforeEach
    void startRedis() {
        redis = RedisProcess.builder().start();
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    private ConfigurableApplicationContext start(String... properties) {
        ConfigurableApplicationContext context = Applications.startWeb(redis.port(), Three.class, properties);
        context.getBean(Relay.class).workers().forEach(worker -> worker.awaitReady(Duration.ofSeconds(30)));
        return context;
    }

    private static void probesAreUp(Management management) {
        assertThat(management.get("/health/liveness").health()).isEqualTo("200 UP");
        assertThat(management.get("/health/readiness").health()).isEqualTo("200 UP");
    }

    @Test
    void degraded_is_shown_in_the_whole_with_200_and_down_with_503_and_neither_drags_the_probes_down() {
        try (ConfigurableApplicationContext context =
                start("relay.health.max-lag=2", "management.health.redis.enabled=false")) {
            Management management = new Management(context);
            await().until(() -> management.get("/health").health().equals("200 UP"));
            probesAreUp(management);

            context.getBean(RelayListenerRegistry.class).pause("two");
            for (int i = 0; i < 5; i++) {
                assertThat(context.getBean(RelayTemplate.class).publish("a", i).subscriptions())
                        .isEqualTo(3);
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> management.get("/health").health().equals("200 DEGRADED"));
            assertThat(management.get("/health/relay").body()).contains("Lags 5 messages");
            probesAreUp(management);

            redis.kill();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> management.get("/health").health().equals("503 DOWN"));
            assertThat(management.get("/health/relay").health()).isEqualTo("503 DOWN");
            probesAreUp(management);
        }
    }

    @Test
    void an_eviction_policy_that_deletes_messages_does_not_keep_an_application_from_starting_and_is_shown() {
        try (ConfigurableApplicationContext context = start()) {
            context.getBean(StringRedisTemplate.class).execute((RedisCallback<Object>) connection -> {
                connection.serverCommands().setConfig("maxmemory-policy", "allkeys-lru");
                return null;
            });
        }
        try (ConfigurableApplicationContext context = start()) {
            Management management = new Management(context);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> management.get("/health").health().equals("200 DEGRADED"));
            assertThat(management.get("/health/relay").body()).contains("allkeys-lru");
        }
    }

    @Test
    void the_status_order_of_the_application_has_the_last_word() {
        try (ConfigurableApplicationContext context =
                start("relay.health.max-lag=2", "management.endpoint.health.status.order=DOWN,UP")) {
            assertThat(context.getEnvironment().getProperty("management.endpoint.health.status.order"))
                    .isEqualTo("DOWN,UP");
        }
    }

    @Test
    void one_listener_that_has_stopped_reading_is_not_hidden_by_the_link_that_stands() {
        try (ConfigurableApplicationContext context = start("relay.namespace=stopped", "relay.lock-duration=3s")) {
            Management management = new Management(context);
            StringRedisTemplate direct = context.getBean(StringRedisTemplate.class);
            direct.delete("relay:{stopped:events}:inbox:two");
            direct.opsForValue().set("relay:{stopped:events}:inbox:two", "no stream");

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> management.get("/health/relay").health().equals("503 DOWN"));
            var details = management.get("/health/relay").json().path("details").path("subscriptions");
            assertThat(details.path("events/two").path("problem").asString("")).contains("two");
            assertThat(details.path("events/two").path("notReadSince").asString(""))
                    .isNotEmpty();
            assertThat(details.path("events/one").has("problem")).isFalse();
        }
    }

    @Test
    void a_frozen_redis_does_not_hold_up_whoever_asks_for_health() throws Exception {
        try (ConfigurableApplicationContext context =
                start("relay.lock-duration=3s", "relay.command-timeout=1s", "management.health.redis.enabled=false")) {
            Management management = new Management(context);
            redis.suspend();
            ExecutorService callers = Executors.newFixedThreadPool(20);
            try {
                int threads = Thread.activeCount();
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> management.get("/health").health().equals("503 DOWN"));
                List<Callable<Duration>> calls = Collections.nCopies(
                        20,
                        () -> timeOf(() ->
                                assertThat(management.get("/health").health()).isEqualTo("503 DOWN")));
                for (Future<Duration> call : callers.invokeAll(calls)) {
                    assertThat(call.get()).isLessThan(Duration.ofSeconds(5));
                }
                assertThat(Thread.activeCount()).isLessThan(threads + 80);
                probesAreUp(management);
            } finally {
                callers.shutdownNow();
                redis.resume();
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> management.get("/health").health().equals("200 UP"));
        }
    }

    /** Without it whoever asks waits for a minute, once Redis has died. */
    @Test
    void the_contributor_of_spring_boot_answers_soon_too_with_the_time_out_that_the_page_tells_to_set() {
        try (ConfigurableApplicationContext context = start("spring.data.redis.timeout=1s")) {
            Management management = new Management(context);
            assertThat(management.get("/health/redis").health()).isEqualTo("200 UP");

            redis.kill();

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> management.get("/health/relay").health().equals("503 DOWN"));
            assertThat(timeOf(
                            () -> assertThat(management.get("/health").health()).isEqualTo("503 DOWN")))
                    .isLessThan(Duration.ofSeconds(15));
            assertThat(management
                            .get("/health")
                            .json()
                            .path("components")
                            .path("redis")
                            .path("status")
                            .asString(""))
                    .isEqualTo("DOWN");
            probesAreUp(management);
        }
    }

    private static Duration timeOf(Runnable call) {
        long begin = System.nanoTime();
        call.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void a_user_without_dangerous_commands_is_enough() {
        try (ConfigurableApplicationContext context = start()) {
            context.getBean(StringRedisTemplate.class)
                    .execute((RedisCallback<Object>) connection -> connection.execute("ACL", RIGHTS));
        }
        try (ConfigurableApplicationContext context =
                start("spring.data.redis.username=shop", "spring.data.redis.password=secret")) {
            Management management = new Management(context);
            context.getBean(RelayTemplate.class).publish("a", "hello");

            await().until(() -> context.getBean(Three.class).values.size() == 3);
            assertThat(management.get("/health/relay").health()).isEqualTo("200 UP");
        }
    }
}
