package io.relaymq.functional.topology;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.relaymq.embedded.FreePort;
import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A primary with two replicas, and three sentinels that watch it. */
final class TestSentinels implements AutoCloseable {

    static final String NAME = "relay-primary";

    private final List<RedisProcess> servers = new ArrayList<>();
    private final List<Process> sentinels = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final Path directory;
    private final RedisClient client = RedisClient.create();

    TestSentinels(RedisBinary binary) throws IOException {
        directory = Files.createTempDirectory("relay-sentinels");
        RedisProcess primary = RedisProcess.builder().binary(binary).start();
        servers.add(primary);
        for (int n = 0; n < 2; n++) {
            servers.add(RedisProcess.builder()
                    .binary(binary)
                    .setting("replicaof", primary.host() + " " + primary.port())
                    .setting("repl-diskless-sync-delay", "0")
                    .start());
        }
        for (int n = 0; n < 3; n++) {
            startSentinel(binary, primary, n);
        }
        awaitWhole(2);
    }

    private void startSentinel(RedisBinary binary, RedisProcess primary, int number) throws IOException {
        int port = FreePort.next();
        Path file = directory.resolve("sentinel-" + number + ".conf");
        Files.writeString(file, """
                port %d
                bind 127.0.0.1
                sentinel monitor %s %s %d 2
                sentinel down-after-milliseconds %s 1000
                sentinel failover-timeout %s 5000
                """.formatted(port, NAME, primary.host(), primary.port(), NAME, NAME));
        ports.add(port);
        sentinels.add(new ProcessBuilder(binary.path().toString(), file.toString(), "--sentinel")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("sentinel-" + number + ".log").toFile())
                .start());
    }

    /** As an application has it: with the names of the sentinels and of the primary. */
    RedisURI uri() {
        RedisURI.Builder uri = RedisURI.Builder.sentinel("127.0.0.1", ports.get(0), NAME);
        ports.stream().skip(1).forEach(port -> uri.withSentinel("127.0.0.1", port));
        return uri.build();
    }

    /** Waits until so many replicas are up to date and all sentinels know of each other. */
    void awaitWhole(int replicas) {
        await().atMost(Fixture.LONG).ignoreExceptions().until(() -> {
            RedisProcess primary = primary();
            String replication = ask(primary, redis -> redis.info("replication"));
            return replication.contains("role:master")
                    && replication
                                    .lines()
                                    .filter(line -> line.contains("state=online"))
                                    .count()
                            == replicas
                    && ports.stream().allMatch(this::seesTheOthers);
        });
    }

    private boolean seesTheOthers(int port) {
        try (StatefulRedisSentinelConnection<String, String> sentinel = connect(port)) {
            var primary = sentinel.sync().master(NAME);
            return "2".equals(primary.get("num-other-sentinels")) && "master".equals(primary.get("flags"));
        }
    }

    private StatefulRedisSentinelConnection<String, String> connect(int port) {
        return client.connectSentinel(RedisURI.create("redis://127.0.0.1:" + port));
    }

    /** The one that the sentinels name. */
    RedisProcess primary() {
        try (StatefulRedisSentinelConnection<String, String> sentinel = connect(ports.get(0))) {
            InetSocketAddress address = (InetSocketAddress) sentinel.sync().getMasterAddrByName(NAME);
            return servers.stream()
                    .filter(server -> server.port() == address.getPort())
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Has the sentinels make another one the primary, while the present one is well. */
    void failOver() {
        try (StatefulRedisSentinelConnection<String, String> sentinel = connect(ports.get(0))) {
            sentinel.sync().failover(NAME);
        }
    }

    <T> T ask(RedisProcess node, Function<RedisCommands<String, String>, T> what) {
        try (StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(node.uri()))) {
            return what.apply(connection.sync());
        }
    }

    @Override
    public void close() throws IOException {
        client.shutdown();
        sentinels.forEach(Process::destroyForcibly);
        servers.forEach(RedisProcess::close);
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(directory);
    }
}
