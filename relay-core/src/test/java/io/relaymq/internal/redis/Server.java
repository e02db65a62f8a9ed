package io.relaymq.internal.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server for each executable at hand, started once and shared by all tests of this JVM; each test has its own prefix. */
final class Server {

    private static final Map<String, Server> STARTED = new ConcurrentHashMap<>();

    private final RedisProcess process;
    private final RedisClient client;
    private final RedisCommands<byte[], byte[]> redis;
    private @Nullable Wire wire;

    private Server(RedisBinary binary) {
        process = RedisProcess.builder().binary(binary).start();
        client = RedisClient.create(process.uri());
        redis = client.connect(ByteArrayCodec.INSTANCE).sync();
    }

    static Stream<Server> all() {
        return Stream.of(RedisBinary.onPath(), RedisBinary.bundled())
                .flatMap(Optional::stream)
                .map(binary -> STARTED.computeIfAbsent(binary.version(), version -> new Server(binary)));
    }

    /** Another server of the same kind, for a test that changes its settings. */
    Server another() {
        return new Server(process.binary());
    }

    void memoryLimit(String bytes) {
        redis.configSet("maxmemory", bytes);
    }

    void stop() {
        client.shutdown();
        process.close();
    }

    RedisCommands<byte[], byte[]> redis() {
        return redis;
    }

    /** A connection that costs no thread; for one thread at a time. */
    synchronized Wire wire() {
        if (wire == null) {
            wire = new Wire(process.host(), process.port());
        }
        return wire;
    }

    String uri() {
        return process.uri();
    }

    @Override
    public String toString() {
        return "Redis " + process.version();
    }
}
