package io.relaymq.functional;

import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The servers that functional tests run on: the one on the PATH and the one that the library carries, one each per JVM. */
public final class Servers {

    private static final Map<String, RedisProcess> STARTED = new ConcurrentHashMap<>();

    private Servers() {}

    /** For {@code @MethodSource}: every kind of server there is here. */
    public static Stream<RedisProcess> all() {
        return Stream.of(RedisBinary.onPath(), RedisBinary.bundled())
                .flatMap(Optional::stream)
                .map(binary -> STARTED.computeIfAbsent(binary.path().toString(), path -> start(binary)));
    }

    /** One of them, for tests that do not depend on the version. */
    public static RedisProcess any() {
        return all().findFirst().orElseThrow();
    }

    private static RedisProcess start(RedisBinary binary) {
        return RedisProcess.builder().binary(binary).start();
    }
}
