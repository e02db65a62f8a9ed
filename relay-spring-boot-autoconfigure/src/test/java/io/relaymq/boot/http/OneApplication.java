package io.relaymq.boot.http;

import io.relaymq.embedded.RedisProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** Tests that start an application each, with a server for all tests of the class. */
abstract class OneApplication {

    static RedisProcess redis;

    private @Nullable EdgeApplication started;

    @BeforeAll
    static void startRedis() {
        redis = RedisProcess.builder().start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @AfterEach
    void closeWhatThisTestOpened() {
        EventSource.closeAll();
        if (started != null) {
            started.close();
        }
    }

    final EdgeApplication start(EdgeServer server, Class<?>[] sources, String... properties) {
        return closing(server.start(redis, sources, properties));
    }

    /** It, closed after the test. */
    final EdgeApplication closing(EdgeApplication application) {
        started = application;
        return application;
    }

    final EdgeApplication start(Class<?>[] sources, String... properties) {
        return start(EdgeServer.TOMCAT, sources, properties);
    }

    final EdgeApplication start(String... properties) {
        return start(new Class<?>[0], properties);
    }
}
