package io.relaymq.bootstrap;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads named {@code prefix-n}. Readers and handlers keep a process alive, so that a program that only listens stays up;
 * upkeep does not.
 */
final class NamedThreads implements ThreadFactory {

    private final String prefix;
    private final boolean daemon;
    private final AtomicInteger made = new AtomicInteger();

    NamedThreads(String prefix, boolean daemon) {
        this.prefix = prefix;
        this.daemon = daemon;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, prefix + made.incrementAndGet());
        thread.setDaemon(daemon);
        return thread;
    }
}
