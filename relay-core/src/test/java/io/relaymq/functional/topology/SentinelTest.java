package io.relaymq.functional.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.Relay;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A primary with replicas, watched by Sentinel: Relay follows to whoever is the primary. */
class SentinelTest {

    private static final long HALF_SECOND = Duration.ofMillis(500).toNanos();

    TestSentinels sentinels;
    RedisClient client;
    Relay relay;

    static Stream<RedisBinary> binaries() {
        return Stream.of(RedisBinary.onPath(), RedisBinary.bundled()).flatMap(Optional::stream);
    }

    private void open(RedisBinary binary) throws Exception {
        sentinels = new TestSentinels(binary);
        client = RedisClient.create(sentinels.uri());
        relay = RelayBuilder.forClient(client).build();
    }

    @AfterEach
    void close() throws Exception {
        relay.close(Duration.ofSeconds(5));
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        sentinels.close();
    }

    @ParameterizedTest
    @MethodSource("binaries")
    void a_killed_primary_is_left_for_the_new_one_and_only_what_was_not_replicated_may_be_missing(RedisBinary binary)
            throws Exception {
        open(binary);
        try (LoggedTrouble trouble = new LoggedTrouble();
                Traffic traffic = new Traffic(relay.broadcast("events"))) {
            RedisProcess first = sentinels.primary();
            long killed = System.nanoTime();
            first.kill();
            await().atMost(Fixture.LONG).ignoreExceptions().until(() -> sentinels.primary() != first);

            traffic.awaitFlow();
            traffic.awaitAllBut(List.of(killed));
            assertThat(traffic.worker.state()).isEqualTo(State.RUNNING);
            assertThat(traffic.worker.status().problem()).isNull();
            assertThat(trouble.errors()).isEmpty();
        }
    }

    @Test
    void a_primary_that_has_become_a_replica_is_left_although_it_answers() throws Exception {
        open(RedisBinary.find().orElseThrow());
        try (Traffic traffic = new Traffic(relay.broadcast("events"))) {
            RedisProcess first = sentinels.primary();
            long moved = System.nanoTime();
            sentinels.failOver();
            await().atMost(Fixture.LONG).ignoreExceptions().until(() -> sentinels.primary() != first);
            await().atMost(Fixture.LONG)
                    .ignoreExceptions() // whoever is connected is cut off when it becomes a replica
                    .until(() -> sentinels
                            .ask(first, redis -> redis.info("replication"))
                            .contains("role:slave"));
            long demoted = System.nanoTime();

            traffic.awaitFlow();
            // the old one has taken messages until it was demoted; what was not handled there by then is gone
            traffic.awaitAllBut(List.of(moved, demoted - 2 * HALF_SECOND, demoted - HALF_SECOND, demoted));
            await().atMost(Fixture.LONG)
                    .ignoreExceptions()
                    .until(() ->
                            !sentinels.ask(first, RedisCommands::clientList).contains("name=relay-"));
        }
    }
}
