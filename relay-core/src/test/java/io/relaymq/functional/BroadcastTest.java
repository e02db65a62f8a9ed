package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Delivery;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class BroadcastTest {

    @Parameter
    RedisProcess server;

    Fixture fixture;
    Broadcast events;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void three_subscriptions_receive_one_publish_once_each_with_the_same_payload() {
        Queue<Delivery> received = new ConcurrentLinkedQueue<>();
        subscribe(WorkerOptions.of("exact", "orders.42.created"), received::add);
        subscribe(WorkerOptions.of("star", "orders.*.created"), received::add);
        subscribe(WorkerOptions.of("tail", "orders.>"), received::add);
        subscribe(WorkerOptions.of("other", "payments.>"), received::add);

        PublishResult result = events.publish("orders.42.created", new Order(42, "Ada"));

        await().atMost(Fixture.LONG).until(() -> received.size() >= 3);
        assertThat(result.subscriptions()).isEqualTo(3);
        assertThat(received).extracting(Delivery::subscription).containsExactlyInAnyOrder("exact", "star", "tail");
        assertThat(received).allSatisfy(delivery -> {
            assertThat(delivery.id()).isEqualTo(result.id());
            assertThat(delivery.payload(Order.class)).isEqualTo(new Order(42, "Ada"));
            assertThat(delivery.attempt()).isEqualTo(1);
            assertThat(delivery.redelivered()).isFalse();
        });
        awaitEmpty("exact", "star", "tail");
    }

    @Test
    void latest_sees_only_what_is_published_later_and_earliest_all_in_order() {
        publish(1, 500);
        Queue<String> earliest = new ConcurrentLinkedQueue<>();
        Queue<String> latest = new ConcurrentLinkedQueue<>();
        subscribe(WorkerOptions.of("latest", "n.>"), delivery -> latest.add(delivery.payload(String.class)));
        subscribe(
                WorkerOptions.of("earliest", "n.>").startFrom(StartFrom.earliest()),
                delivery -> earliest.add(delivery.payload(String.class)));
        publish(501, 1000);

        await().atMost(Fixture.LONG).until(() -> earliest.size() >= 1000 && latest.size() >= 500);
        assertThat(earliest).containsExactlyElementsOf(numbers(1, 1000));
        assertThat(latest).containsExactlyElementsOf(numbers(501, 1000));
    }

    private void publish(int from, int to) {
        IntStream.rangeClosed(from, to).forEach(n -> events.publish("n." + n, String.valueOf(n)));
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(String::valueOf).toList();
    }

    private void subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        BroadcastWorker worker = events.subscribe(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
    }

    private void awaitEmpty(String... subscriptions) {
        for (String subscription : subscriptions) {
            await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("inbox:" + subscription)) == 0);
        }
    }

    record Order(int id, String customer) {}
}
