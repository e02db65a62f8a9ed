package io.relaymq.boot.http;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.embedded.RedisProcess;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** Tests of an application on one server after the other, each test with a broadcast of its own. */
abstract class OnEveryServer {

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Map<EdgeServer, EdgeApplication> SHARED = new EnumMap<>(EdgeServer.class);
    private static RedisProcess redis;

    private final EdgeServer server;
    private final String name = "b" + NAMES.incrementAndGet();
    private final List<EdgeApplication> started = new ArrayList<>();

    OnEveryServer(EdgeServer server) {
        this.server = server;
    }

    @BeforeAll
    static void startRedis() {
        redis = RedisProcess.builder().start();
    }

    @AfterAll
    static void stop() {
        closeShared();
        redis.close();
    }

    @AfterEach
    void closeWhatThisTestOpened() {
        EventSource.closeAll();
        started.forEach(EdgeApplication::close);
        if (!started.isEmpty()) { // Netty's threads are those of the whole JVM, and end with the first application
            closeShared();
        }
    }

    private static void closeShared() {
        SHARED.values().forEach(EdgeApplication::close);
        SHARED.clear();
    }

    /** One for all tests of this class on this server, which must have the same properties. */
    EdgeApplication shared(String... properties) {
        EdgeApplication running = SHARED.get(server);
        if (running == null) {
            closeShared();
            running = server.start(redis, properties);
            SHARED.put(server, running);
        }
        return running;
    }

    /** One of this test's own. */
    EdgeApplication start(String... properties) {
        EdgeApplication application = server.start(redis, properties);
        started.add(application);
        return application;
    }

    /** The path of this test's broadcast. */
    String path(String rest) {
        return "/broadcast/" + name + rest;
    }

    Broadcast broadcast(EdgeApplication application) {
        return application.relay().broadcast(name);
    }

    /** Publishes {@code n.from} to {@code n.to - 1}. */
    void publish(EdgeApplication application, int from, int to) {
        broadcast(application)
                .publishAll(IntStream.range(from, to)
                        .mapToObj(i -> Message.of("n." + i, i))
                        .toList());
    }

    static List<String> subjects(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "n." + i).toList();
    }

    /** How many streams the meters say are open. */
    static double openStreams(EdgeApplication application) {
        return application.context().getBean(MeterRegistry.class).find("relay.http.streams").gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    static void awaitStreams(EdgeApplication application, int n) {
        await().atMost(EventSource.LONG).until(() -> openStreams(application) == n);
    }

    long backlog(EdgeApplication application, String subscription) {
        return requireNonNull(broadcast(application).subscriptions().describe(subscription))
                .backlog();
    }
}
