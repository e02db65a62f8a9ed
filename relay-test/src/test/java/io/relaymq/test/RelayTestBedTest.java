package io.relaymq.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.relaymq.Broadcast;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class RelayTestBedTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void what_was_published_is_handled_when_everything_is_settled() {
        try (RelayTestBed bed = new RelayTestBed()) {
            Broadcast events = bed.relay().broadcast("events");
            Queue<String> handled = new ConcurrentLinkedQueue<>();
            events.subscribe(
                            WorkerOptions.of("billing", "orders.*").build(),
                            delivery -> handled.add(delivery.payload(String.class)))
                    .awaitReady(LONG);

            events.publish("orders.1", "one");
            events.publish("orders.2", "two");
            bed.awaitSettled("events", "billing", LONG);

            assertThat(handled).containsExactly("one", "two");
        }
    }

    @Test
    void what_is_not_settled_in_time_is_an_error_that_says_where_it_stands() {
        try (RelayTestBed bed = new RelayTestBed()) {
            Broadcast events = bed.relay().broadcast("events");
            events.subscriptions().create("nobody", List.of("orders.*"), StartFrom.latest());
            events.publish("orders.1", "one");

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> bed.awaitSettled("events", "nobody", Duration.ofMillis(50)))
                    .withMessageContaining("lag=1");
        }
    }

    @Test
    void two_test_beds_do_not_meet() {
        try (RelayTestBed one = new RelayTestBed();
                RelayTestBed other = new RelayTestBed()) {
            one.relay().broadcast("events").subscriptions().create("billing", List.of(), StartFrom.latest());

            assertThat(other.relay().broadcast("events").subscriptions().names())
                    .isEmpty();
        }
    }

    @Test
    void waiting_without_a_relay_is_a_mistake() {
        try (RelayTestBed bed = new RelayTestBed()) {
            assertThatIllegalStateException().isThrownBy(() -> bed.awaitSettled("events", "billing", LONG));
        }
    }
}
