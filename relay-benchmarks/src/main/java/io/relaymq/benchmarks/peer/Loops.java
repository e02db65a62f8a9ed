package io.relaymq.benchmarks.peer;

import java.util.ArrayList;
import java.util.List;

/** Threads that each do the same thing again and again, until all are stopped. */
final class Loops implements AutoCloseable {

    private static final long STOP_LIMIT_MILLIS = 5_000;

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    void start(String name, Runnable turn) {
        Thread thread = new Thread(() -> run(turn), name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void run(Runnable turn) {
        try {
            while (!stopped) {
                turn.run();
            }
        } catch (RuntimeException e) {
            if (!stopped) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
        for (Thread thread : threads) {
            try {
                thread.join(STOP_LIMIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
