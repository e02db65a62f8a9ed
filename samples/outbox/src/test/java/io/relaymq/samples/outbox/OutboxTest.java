package io.relaymq.samples.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.spring.RelayListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.Externalized;
import org.springframework.modulith.events.IncompleteEventPublications;
import org.springframework.transaction.support.TransactionTemplate;

/** What is committed is published, what is rolled back is not, and what Redis did not take waits in the database. */
class OutboxTest {

    @Externalized("subject.alone")
    record OnDefault(String text) {}

    static class Heard {
        final List<OnDefault> events = new CopyOnWriteArrayList<>();

        @RelayListener("subject.alone")
        void handle(OnDefault event) {
            events.add(event);
        }
    }

    private final RedisProcess redis = RedisProcess.builder().start();
    private ConfigurableApplicationContext context;

    @BeforeEach
    void start() {
        context = new SpringApplicationBuilder(OutboxApplication.class, Heard.class)
                .run(
                        "--spring.data.redis.host=127.0.0.1",
                        "--spring.data.redis.port=" + redis.port(),
                        "--spring.datasource.generate-unique-name=true");
        awaitReady();
    }

    @AfterEach
    void stop() {
        context.close();
        redis.close();
    }

    private void awaitReady() {
        for (BroadcastWorker worker : context.getBean(Relay.class).workers()) {
            assertThat(worker.awaitReady(Duration.ofSeconds(30))).isTrue();
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(30));
    }

    private Orders orders() {
        return context.getBean(Orders.class);
    }

    private Shipping shipping() {
        return context.getBean(Shipping.class);
    }

    private int publications(String condition) {
        return context.getBean(JdbcClient.class)
                .sql("select count(*) from event_publication where " + condition)
                .query(Integer.class)
                .single();
    }

    private int incomplete() {
        return publications("completion_date is null");
    }

    @Test
    void what_is_committed_arrives_and_is_complete_in_the_outbox() {
        orders().place(1, "tea");

        soon().untilAsserted(() -> assertThat(shipping().toShip()).containsExactly(new OrderPlaced(1, "tea")));
        soon().until(() -> incomplete() == 0);
    }

    @Test
    void what_is_rolled_back_is_not_published() {
        orders().place(1, "tea");

        assertThatThrownBy(() -> orders().place(1, "coffee")).isInstanceOf(DuplicateKeyException.class);
        orders().place(2, "milk");

        soon().untilAsserted(() ->
                assertThat(shipping().toShip()).contains(new OrderPlaced(1, "tea"), new OrderPlaced(2, "milk")));
        assertThat(shipping().toShip()).hasSize(2);
        assertThat(publications("true")).isEqualTo(2);
    }

    @Test
    void what_redis_did_not_take_stays_incomplete_and_is_published_when_it_is_submitted_again() {
        redis.kill();
        orders().place(1, "tea");
        soon().until(() -> publications("status = 'FAILED'") == 1);
        assertThat(incomplete()).isEqualTo(1);

        redis.start();
        awaitReady();
        soon().untilAsserted(() -> {
            context.getBean(IncompleteEventPublications.class).resubmitIncompletePublications(event -> true);
            assertThat(shipping().toShip()).contains(new OrderPlaced(1, "tea"));
        });
        soon().until(() -> incomplete() == 0);
    }

    @Test
    void a_target_without_a_key_is_a_subject_of_the_default_broadcast() {
        context.getBean(TransactionTemplate.class)
                .executeWithoutResult(status -> context.publishEvent(new OnDefault("here")));

        soon().untilAsserted(
                        () -> assertThat(context.getBean(Heard.class).events).containsExactly(new OnDefault("here")));
    }
}
