package io.relaymq.boot.autoconfigure.http;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The edge's own threads: daemons, for nothing of it outlives the application. */
final class EdgeThreads {

    private static final int WAITING = 8;

    private EdgeThreads() {}

    static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** For what waits for Redis. */
    static ThreadPoolExecutor waiting() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                WAITING, WAITING, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named("relay-http-wait-"));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
