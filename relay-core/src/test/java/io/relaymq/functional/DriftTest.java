package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Instances of one subscription that were made with different patterns. */
class DriftTest {

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast here = fixture.relay().broadcast("events");
    final Broadcast there = fixture.relay().broadcast("events");

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void each_instance_that_declares_otherwise_says_so_once_until_they_agree() {
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            BroadcastWorker one = subscribe(here, "a.>");
            BroadcastWorker two = subscribe(there, "b.>", "a.>");
            await().atMost(Fixture.LONG).until(() -> one.status().drift() != null);
            assertThat(one.status().drift()).contains("'shared'", "[a.>]", "b.>");
            assertThat(two.status().drift()).isNull();
            assertThat(trouble.warnings()).hasSize(1);

            here.subscriptions().changePatterns("shared", List.of("c"));
            await().atMost(Fixture.LONG)
                    .until(() -> two.status().drift() != null
                            && requireNonNull(one.status().drift()).contains("[c]"));
            awaitBeats(one, two);
            assertThat(trouble.warnings())
                    .hasSize(3)
                    .filteredOn(warning -> warning.contains("[c]"))
                    .hasSize(2)
                    .doesNotHaveDuplicates();

            two.close();
            BroadcastWorker agreeing = subscribe(there, "a.>");
            await().atMost(Fixture.LONG).until(() -> one.status().drift() == null);
            assertThat(agreeing.status().drift()).isNull();
            assertThat(one.state()).isEqualTo(BroadcastWorker.State.RUNNING);
            assertThat(trouble.warnings()).hasSize(3);
        }
    }

    @Test
    void the_same_patterns_in_another_order_are_no_drift_and_no_change() {
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            BroadcastWorker one = subscribe(here, "b.*.c", "a.>", "!a.1", "a.>");
            String row = fixture.redis().hget(fixture.key("subs"), "shared");
            String generation = fixture.redis().hget(fixture.key("meta"), "gen");

            BroadcastWorker two = subscribe(there, "!a.1", "a.>", "b.*.c");
            here.subscriptions().changePatterns("shared", List.of("a.>", "b.*.c", "!a.1", "b.*.c"));
            awaitBeats(one, two);

            assertThat(fixture.redis().hget(fixture.key("subs"), "shared")).isEqualTo(row);
            assertThat(fixture.redis().hget(fixture.key("meta"), "gen")).isEqualTo(generation);
            assertThat(one.status().drift()).isNull();
            assertThat(two.status().drift()).isNull();
            assertThat(trouble.warnings()).isEmpty();
        }
    }

    @Test
    void every_subject_is_the_same_with_and_without_a_pattern() {
        BroadcastWorker one = subscribe(here);
        String row = fixture.redis().hget(fixture.key("subs"), "shared");
        BroadcastWorker two = subscribe(there, ">");
        awaitBeats(one, two);

        assertThat(fixture.redis().hget(fixture.key("subs"), "shared")).isEqualTo(row);
        assertThat(one.status().drift()).isNull();
        assertThat(two.status().drift()).isNull();
    }

    private static BroadcastWorker subscribe(Broadcast broadcast, String... patterns) {
        WorkerOptions options = WorkerOptions.of("shared", patterns)
                .lockDuration(Duration.ofSeconds(1))
                .build();
        BroadcastWorker worker = broadcast.subscribe(options, new Received());
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    /** Three more beats of every consumer are written. */
    private void awaitBeats(BroadcastWorker... workers) {
        long least = beats() + 6L * workers.length;
        await().atMost(Fixture.LONG).until(() -> beats() >= least);
    }

    private long beats() {
        return fixture.redis().hvals(fixture.key("flight:shared")).stream()
                .mapToLong(record -> Long.parseLong(record.split(" ")[2]))
                .sum();
    }
}
