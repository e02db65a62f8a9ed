package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.relaymq.Relay;
import io.relaymq.embedded.FreePort;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Applications whose {@code spring.data.redis.*} names a cluster, or sentinels. */
class TopologyTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    static class Billing extends Received {

        @RelayListener(subjects = "orders.*", subscription = "billing")
        void bill(String order) {
            values.add(order);
        }
    }

    @Test
    void an_application_with_cluster_nodes_runs_on_the_cluster() throws Exception {
        try (RedisProcess node =
                        RedisProcess.builder().setting("cluster-enabled", "yes").start();
                StatefulRedisConnection<String, String> connection =
                        RedisClient.create(node.uri()).connect()) {
            connection
                    .sync()
                    .clusterAddSlots(IntStream.range(0, SlotHash.SLOT_COUNT).toArray());
            await().atMost(LONG).until(() -> connection.sync().clusterInfo().contains("cluster_state:ok"));

            delivers("spring.data.redis.cluster.nodes=" + node.host() + ":" + node.port());

            await().atMost(LONG).until(() -> !connection.sync().clientList().contains("name=relay-"));
        }
    }

    @Test
    void an_application_with_sentinels_runs_on_the_primary_that_they_name(@TempDir Path directory) throws Exception {
        try (RedisProcess primary = RedisProcess.builder().start()) {
            int port = FreePort.next();
            Path file = Files.writeString(
                    directory.resolve("sentinel.conf"),
                    "port " + port + "\nbind 127.0.0.1\nsentinel monitor shop 127.0.0.1 " + primary.port() + " 1\n");
            Process sentinel = new ProcessBuilder(primary.binary().path().toString(), file.toString(), "--sentinel")
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("sentinel.log").toFile())
                    .start();
            try {
                delivers(
                        "spring.data.redis.sentinel.master=shop", "spring.data.redis.sentinel.nodes=127.0.0.1:" + port);
            } finally {
                sentinel.destroyForcibly().waitFor();
            }
        }
    }

    private static void delivers(String... properties) {
        try (ConfigurableApplicationContext context = Applications.start(1, Billing.class, properties)) {
            assertThat(context.getBean(Relay.class).workers())
                    .allMatch(worker -> worker.awaitReady(LONG))
                    .hasSize(1);

            context.getBean(RelayTemplate.class).publish("orders.1", "one");

            Billing billing = context.getBean(Billing.class);
            await().atMost(LONG).until(() -> !billing.values.isEmpty());
            assertThat(billing.values).containsExactly("one");
            assertThat(context.getBean(Relay.class).isConnected()).isTrue();
        }
    }
}
