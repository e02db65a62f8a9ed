package io.relaymq.functional.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.Relay;
import io.relaymq.Seed;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What stops nobody on one server stops nobody on a cluster, on every server there is here. */
@ParameterizedClass
@MethodSource("binaries")
class ClusterFaultsTest {

    private static TestCluster cluster;
    private static Map<Integer, FaultyLink> links;

    @Parameter
    RedisBinary binary;

    ClientResources resources;
    RedisClusterClient client;
    Relay relay;

    static Stream<RedisBinary> binaries() {
        return Stream.of(RedisBinary.onPath(), RedisBinary.bundled()).flatMap(Optional::stream);
    }

    @BeforeParameterizedClassInvocation
    static void start(RedisBinary binary) {
        cluster = new TestCluster(binary);
        links = new HashMap<>();
        cluster.running().forEach(node -> links.put(node.port(), FaultyLink.to(node)));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        links.values().forEach(FaultyLink::close);
        cluster.close();
    }

    @BeforeEach
    void open() {
        resources = ClientResources.builder()
                .socketAddressResolver(
                        MappingSocketAddressResolver.create(DnsResolvers.UNRESOLVED, ClusterFaultsTest::link))
                .build();
        client = cluster.newClient(resources);
        relay = RelayBuilder.forCluster(client).build();
    }

    /** The way to each node leads through its link, wherever the client heard of it. */
    private static HostAndPort link(HostAndPort node) {
        FaultyLink link = links.get(node.getPort());
        return link == null ? node : HostAndPort.of(link.host(), link.port());
    }

    @AfterEach
    void close() {
        links.values().forEach(FaultyLink::pass);
        relay.close(Duration.ofSeconds(5));
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown().awaitUninterruptibly();
        cluster.restartAll();
    }

    @Test
    void after_each_of_many_cuts_messages_flow_again_and_none_is_lost() throws Exception {
        Random random = Seed.random("ClusterFaultsTest");
        try (LoggedTrouble trouble = new LoggedTrouble();
                Traffic traffic = new Traffic(relay.broadcast("events"))) {
            assertThat(links.values().stream().mapToInt(FaultyLink::open).sum()).isPositive();
            for (int round = 0; round < 8; round++) {
                links.values().forEach(FaultyLink::refuse);
                links.values().forEach(FaultyLink::cut);
                await().pollDelay(Duration.ofMillis(random.nextInt(20, 700))).until(() -> true);
                links.values().forEach(FaultyLink::pass);

                traffic.awaitFlow();
                assertThat(traffic.worker.status().sinceLastRead()).isLessThan(Fixture.LONG);
            }
            traffic.awaitAllBut(List.of());
            assertThat(traffic.worker.state()).isEqualTo(State.RUNNING);
            assertThat(traffic.worker.status().problem()).isNull();
            assertThat(trouble.errors()).isEmpty();
        }
    }

    @Test
    void scripts_that_a_server_does_not_know_any_more_or_never_knew_are_sent_again_and_nobody_sees_it()
            throws Exception {
        try (LoggedTrouble trouble = new LoggedTrouble();
                Traffic traffic = new Traffic(relay.broadcast("flushed"))) {
            for (int round = 0; round < 50; round++) {
                cluster.running().forEach(node -> cluster.ask(node, RedisCommands::scriptFlush));
            }
            traffic.awaitFlow();
            assertThat(trouble.warnings()).isEmpty();
            RedisProcess primary = cluster.primaryOf("relay:{relay:flushed}:log");
            long killed = System.nanoTime();
            primary.kill();
            await().atMost(Fixture.LONG)
                    .ignoreExceptions()
                    .until(() -> cluster.primaryOf("relay:{relay:flushed}:log") != primary);

            traffic.awaitFlow();
            traffic.awaitAllBut(List.of(killed));
            assertThat(traffic.worker.status().problem()).isNull();
            assertThat(trouble.errors()).isEmpty();
            assertThat(trouble.warnings()).noneMatch(line -> line.contains("NOSCRIPT"));
        }
    }
}
