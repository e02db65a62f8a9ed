package io.relaymq.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A run that loses or misroutes is void. */
class ReceiptsTest {

    private final Work work = new Work(2, 0.1, 32);
    private final Receipts receipts = new Receipts(work);

    @Test
    void everything_once_and_in_order_is_well() {
        publish(1_000, number -> deliver(number, 1));

        assertThat(receipts.verdict()).isEqualTo(new Verdict(0, 0, 0, 0));
        assertThat(receipts.delivered()).isBetween(100L, 300L);
    }

    @Test
    void what_does_not_come_is_lost() {
        long first = firstFor(1);

        publish(1_000, number -> deliver(number, number == first ? 0 : 1));

        assertThat(receipts.verdict()).isEqualTo(new Verdict(1, 0, 0, 0)).matches(Verdict::isVoid);
    }

    @Test
    void what_comes_twice_is_repeated() {
        long first = firstFor(0);

        publish(1_000, number -> deliver(number, number == first ? 2 : 1));

        assertThat(receipts.verdict()).isEqualTo(new Verdict(0, 0, 1, 0)).matches(verdict -> !verdict.isVoid());
    }

    @Test
    void what_comes_to_another_one_is_strange_and_lost() {
        long first = firstFor(0);

        publish(1_000, number -> {
            if (number == first) {
                receive(1, number);
            } else {
                deliver(number, 1);
            }
        });

        assertThat(receipts.verdict()).isEqualTo(new Verdict(1, 1, 0, 0)).matches(Verdict::isVoid);
    }

    @Test
    void what_comes_after_a_later_one_is_out_of_order() {
        publish(1_000, number -> {});

        LongStream.iterate(999, number -> number - 1).limit(1_000).forEach(number -> deliver(number, 1));

        assertThat(receipts.verdict().isVoid()).isFalse();
        assertThat(receipts.verdict().disordered()).isEqualTo(receipts.delivered() - work.subscriptions());
    }

    @Test
    void a_tenth_is_about_a_tenth() {
        assertThat(LongStream.range(0, 100_000).filter(number -> work.wants(0, number)))
                .hasSizeBetween(9_500, 10_500);
    }

    private long firstFor(int subscription) {
        return LongStream.range(0, 1_000)
                .filter(number -> work.wants(subscription, number))
                .findFirst()
                .orElseThrow();
    }

    private void publish(long messages, Delivery delivery) {
        new Feeder(
                        new Session() {
                            @Override
                            public CompletionStage<?> publish(String subject, byte[] body) {
                                delivery.of(Body.number(body));
                                return CompletableFuture.completedFuture(null);
                            }

                            @Override
                            public void close() {}
                        },
                        work,
                        receipts)
                .burst(messages);
    }

    private interface Delivery {
        void of(long number);
    }

    private void deliver(long number, int times) {
        for (int i = 0; i < work.subscriptions(); i++) {
            for (int j = 0; j < times && work.wants(i, number); j++) {
                receive(i, number);
            }
        }
    }

    private void receive(int subscription, long number) {
        receipts.received(subscription, Addresses.subject(number), Body.of(number, System.nanoTime(), 32));
    }
}
