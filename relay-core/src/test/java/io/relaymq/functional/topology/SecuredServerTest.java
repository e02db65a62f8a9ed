package io.relaymq.functional.topology;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.MessageHandler;
import io.relaymq.Relay;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.FreePort;
import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.embedded.RedisStartException;
import io.relaymq.functional.Failing;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Received;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A user with few rights, and an encrypted connection. */
class SecuredServerTest {

    @TempDir
    static Path directory;

    static Certificate certificate;

    private static final Path PAGE = Path.of("../docs/how-to/run-on-sentinel-or-cluster.md");
    private static final String MANAGED = "~relay:* +@all -@dangerous -@admin";

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = Certificate.make(directory);
    }

    /** The rights that the page names. */
    private static String onPage() {
        try (Stream<String> lines = Files.lines(PAGE)) {
            return lines.filter(line -> line.startsWith("ACL SETUSER relay "))
                    .map(line -> line.substring(line.indexOf('~')))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Arguments> usersAndServers() {
        return Stream.of(RedisBinary.onPath(), RedisBinary.bundled())
                .flatMap(Optional::stream)
                .flatMap(binary -> Stream.of(Arguments.of(MANAGED, binary), Arguments.of(onPage(), binary)));
    }

    @ParameterizedTest
    @MethodSource("usersAndServers")
    void a_user_without_dangerous_commands_can_do_everything(String rights, RedisBinary binary) {
        try (RedisProcess server = RedisProcess.builder()
                .binary(binary)
                .setting("user", "relay on >secret " + rights)
                .start()) {
            RedisClient client = RedisClient.create(uri(server.port()).build());
            everything(RelayBuilder.forClient(client).build());
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    @Test
    void a_server_is_reached_over_tls() throws IOException {
        int port = FreePort.next();
        try (RedisProcess server = withTls(port, false)) {
            RedisClient client = RedisClient.create(uri(port).withSsl(true).build());
            client.setOptions(ClientOptions.builder().sslOptions(trusting()).build());
            everything(RelayBuilder.forClient(client).build());
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            assertThat(server.isAlive()).isTrue();
        }
    }

    @Test
    void the_nodes_of_a_cluster_are_reached_with_the_credentials_and_over_the_tls_of_the_application()
            throws IOException {
        int port = FreePort.next();
        try (RedisProcess server = withTls(port, true)) {
            RedisClient plain = RedisClient.create(server.uri());
            try (StatefulRedisConnection<String, String> connection = plain.connect()) {
                connection
                        .sync()
                        .clusterAddSlots(IntStream.range(0, SlotHash.SLOT_COUNT).toArray());
                await().atMost(Fixture.LONG)
                        .until(() -> connection.sync().clusterInfo().contains("cluster_state:ok"));
                RedisClusterClient client =
                        RedisClusterClient.create(uri(port).withSsl(true).build());
                client.setOptions(
                        ClusterClientOptions.builder().sslOptions(trusting()).build());
                everything(RelayBuilder.forCluster(client).build());
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            } finally {
                plain.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        }
    }

    private static void everything(Relay relay) {
        try (relay) {
            Broadcast events = relay.broadcast("events");
            Received received = new Received();
            Failing failing = new Failing();
            subscribe(events, "reader", received);
            subscribe(events, "failing", failing);

            events.publish("n.1", "1");
            await().atMost(Fixture.LONG).until(() -> received.count() == 1);
            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(events.subscriptions().describe("failing"))
                                    .dead()
                            == 1);
            events.subscriptions().seek("reader", StartFrom.earliest());
            await().atMost(Fixture.LONG).until(() -> received.count() == 2);
            events.publish("n.2", "2");
            await().atMost(Fixture.LONG).until(() -> received.count() == 3);

            assertThat(received.payloads()).containsExactly("1", "1", "2");
            assertThat(relay.workers()).allMatch(worker -> worker.status().problem() == null);
            assertThat(relay.isConnected()).isTrue();
        }
    }

    private static void subscribe(Broadcast events, String name, MessageHandler handler) {
        WorkerOptions options = WorkerOptions.of(name, ">")
                .maxAttempts(1)
                .lockDuration(Duration.ofSeconds(2))
                .stalledInterval(Duration.ofMillis(500))
                .build();
        BroadcastWorker worker = events.subscribe(options, handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
    }

    private static RedisURI.Builder uri(int port) {
        return RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(port)
                .withAuthentication("relay", "secret".toCharArray());
    }

    private static SslOptions trusting() {
        return SslOptions.builder()
                .jdkSslProvider()
                .trustManager(certificate.certificate().toFile())
                .build();
    }

    private static RedisProcess withTls(int port, boolean cluster) {
        try {
            return RedisProcess.builder()
                    .setting("tls-port", Integer.toString(port))
                    .setting("tls-cert-file", certificate.certificate().toString())
                    .setting("tls-key-file", certificate.key().toString())
                    .setting("tls-ca-cert-file", certificate.certificate().toString())
                    .setting("tls-auth-clients", "no")
                    .setting("cluster-enabled", cluster ? "yes" : "no")
                    .setting("user", "relay on >secret " + onPage())
                    .start();
        } catch (RedisStartException e) {
            return abort("This server was built without TLS: " + e.getMessage());
        }
    }
}
