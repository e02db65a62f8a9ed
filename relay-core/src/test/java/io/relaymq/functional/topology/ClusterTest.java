package io.relaymq.functional.topology;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.MigrateArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Delivery;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Failing;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import io.relaymq.functional.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three primaries and three replicas: what works on one server works here, and goes on when a primary fails or a slot moves. */
class ClusterTest {

    private static TestCluster cluster;

    RedisClusterClient client;
    Relay relay;

    @BeforeAll
    static void start() {
        cluster = new TestCluster(RedisBinary.find().orElseThrow());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void open() {
        client = cluster.newClient();
        relay = RelayBuilder.forCluster(client)
                .options(RelayOptions.defaults().withMaxMessages(1_000))
                .build();
    }

    @AfterEach
    void close() {
        relay.close(Duration.ofSeconds(5));
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        cluster.restartAll();
    }

    /** Names of broadcasts of which each lives on another primary. */
    private List<String> oneOnEach(String prefix) {
        List<String> names = new ArrayList<>();
        List<RedisProcess> owners = new ArrayList<>();
        for (int n = 0; owners.size() < 3; n++) {
            RedisProcess owner = cluster.primaryOf(key(prefix + n));
            if (!owners.contains(owner)) {
                owners.add(owner);
                names.add(prefix + n);
            }
        }
        return names;
    }

    private static String key(String broadcast) {
        return "relay:{relay:" + broadcast + "}:log";
    }

    private static BroadcastWorker subscribe(Broadcast broadcast, String name, String pattern, Received received) {
        BroadcastWorker worker = broadcast.subscribe(
                WorkerOptions.of(name, pattern)
                        .retryPolicy(RetryPolicy.fixed(Duration.ofMillis(20)))
                        .maxAttempts(2)
                        .build(),
                received);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    @Test
    void each_broadcast_works_on_the_primary_that_has_its_slot() {
        for (String name : oneOnEach("works")) {
            Broadcast broadcast = relay.broadcast(name);
            broadcast.publish("orders.1.created", "before");
            Received all = new Received();
            Received late = new Received();
            Received some = new Received();
            subscribe(broadcast, "all", ">", all);
            subscribe(broadcast, "some", "orders.*.paid", some);
            broadcast.subscribe(
                    WorkerOptions.of("early", ">")
                            .startFrom(StartFrom.earliest())
                            .build(),
                    late);
            Failing failing = new Failing();
            broadcast.subscribe(WorkerOptions.of("failing", ">").maxAttempts(1).build(), failing);
            await().atMost(Fixture.LONG).until(() -> late.count() == 1);
            assertThat(relay.workers()).allMatch(worker -> worker.awaitReady(Fixture.LONG));

            broadcast.publish("orders.1.created", "x");
            broadcast.publish("orders.1.paid", "y");

            await().atMost(Fixture.LONG).until(() -> all.count() == 2 && some.count() == 1 && late.count() == 3);
            assertThat(late.payloads()).containsExactly("before", "x", "y");
            await().atMost(Fixture.LONG)
                    .until(() ->
                            broadcast.subscriptions().deadLetters("failing").count() == 2);
            broadcast.subscriptions().seek("some", StartFrom.earliest());
            await().atMost(Fixture.LONG).until(() -> some.count() == 2);
            assertThat(some.deliveries()).extracting(Delivery::replayed).containsExactly(false, true);
            assertThat(requireNonNull(broadcast.subscriptions().describe("all")).backlog())
                    .isZero();
        }
    }

    @Test
    void before_a_broadcast_is_used_it_tells_whether_the_cluster_can_be_reached() {
        await().atMost(Fixture.LONG).until(relay::isConnected);

        relay.broadcast("first").publish("a", "x");

        await().atMost(Fixture.LONG).until(() -> connectionsOfRelay() == 1); // what looked before is gone
        assertThat(relay.isConnected()).isTrue();
        RedisClusterClient nobody = RedisClusterClient.create("redis://127.0.0.1:1");
        Relay lost = RelayBuilder.forCluster(nobody).build();
        assertThat(lost.isConnected()).isFalse();
        lost.close();
        nobody.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    private static int connectionsOfRelay() {
        return cluster.running().stream()
                .mapToInt(node -> relayConnections(node).size())
                .sum();
    }

    @Test
    void the_cap_holds_and_what_was_dropped_is_counted() {
        Broadcast broadcast = relay.broadcast("cap");
        broadcast.subscriptions().create("asleep", List.of(), StartFrom.latest());

        IntStream.range(0, 1_500).forEach(n -> broadcast.publish("n.x", "x"));

        long kept = cluster.ask(cluster.primaryOf(key("cap")), redis -> redis.xlen(key("cap")));
        assertThat(kept).isEqualTo(1_000);
        assertThat(requireNonNull(broadcast.subscriptions().describe("asleep")).unreadDrops())
                .isEqualTo(500);
    }

    @Test
    void a_broadcast_has_two_connections_and_asks_nothing_while_it_is_idle() {
        Broadcast broadcast = relay.broadcast("idle");
        for (int n = 0; n < 5; n++) {
            WorkerOptions options = WorkerOptions.of("idle" + n, ">")
                    .lockDuration(Duration.ofMinutes(1))
                    .stalledInterval(Duration.ofMinutes(1))
                    .build();
            assertThat(broadcast.subscribe(options, new Received()).awaitReady(Fixture.LONG))
                    .isTrue();
        }
        RedisProcess primary = cluster.primaryOf(key("idle"));
        Set<String> names = relayConnections(primary);
        assertThat(names).hasSize(2);
        long before = commands(primary);
        await().pollDelay(Duration.ofSeconds(6)).until(() -> true);

        assertThat(commands(primary) - before).isLessThan(60); // replication and the cluster's own included
        assertThat(connectionsOfRelay()).isEqualTo(2);
    }

    private static Set<String> relayConnections(RedisProcess node) {
        return cluster.ask(node, RedisCommands::clientList)
                .lines()
                .filter(line -> line.contains("name=relay-"))
                .collect(Collectors.toSet());
    }

    private static long commands(RedisProcess node) {
        return cluster.ask(node, redis -> redis.info("stats"))
                .lines()
                .filter(line -> line.startsWith("total_commands_processed:"))
                .mapToLong(line -> Long.parseLong(line.split(":")[1].strip()))
                .sum();
    }

    @Test
    void a_primary_that_is_killed_twice_is_followed_twice() throws Exception {
        try (LoggedTrouble trouble = new LoggedTrouble();
                Traffic traffic = new Traffic(relay.broadcast("events"))) {
            List<Long> failures = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                RedisProcess primary = cluster.primaryOf(key("events"));
                failures.add(System.nanoTime());
                primary.kill();
                await().atMost(Fixture.LONG)
                        .ignoreExceptions()
                        .until(() -> cluster.primaryOf(key("events")) != primary);
                traffic.awaitFlow();
                primary.start();
                cluster.awaitWhole();
            }
            traffic.awaitAllBut(failures);
            assertThat(traffic.worker.status().problem()).isNull();
            assertThat(trouble.errors()).isEmpty();
        }
    }

    @Test
    void a_slot_that_moves_under_load_takes_the_traffic_with_it_and_nothing_is_lost() throws Exception {
        try (Traffic traffic = new Traffic(relay.broadcast("moving"))) {
            RedisProcess from = cluster.primaryOf(key("moving"));
            RedisProcess to = cluster.running().stream()
                    .filter(node -> node != from
                            && cluster.ask(node, redis -> redis.info("replication"))
                                    .contains("role:master"))
                    .findFirst()
                    .orElseThrow();
            move(SlotHash.getSlot(key("moving")), from, to);
            assertThat(cluster.primaryOf(key("moving"))).isSameAs(to);

            traffic.awaitFlow();
            traffic.awaitAllBut(List.of());
            assertThat(traffic.worker.status().problem()).isNull();
            move(SlotHash.getSlot(key("moving")), to, from);
        }
    }

    private static void move(int slot, RedisProcess from, RedisProcess to) {
        String fromId = cluster.ask(from, RedisCommands::clusterMyId);
        String toId = cluster.ask(to, RedisCommands::clusterMyId);
        cluster.ask(to, redis -> redis.clusterSetSlotImporting(slot, fromId));
        cluster.ask(from, redis -> redis.clusterSetSlotMigrating(slot, toId));
        List<String> keys = cluster.ask(from, redis -> redis.clusterGetKeysInSlot(slot, 1_000));
        for (String key : keys) {
            cluster.ask(from, redis -> redis.migrate(to.host(), to.port(), 0, 10_000, MigrateArgs.Builder.key(key)));
        }
        cluster.ask(to, redis -> redis.clusterSetSlotNode(slot, toId));
        cluster.ask(from, redis -> redis.clusterSetSlotNode(slot, toId));
    }
}
