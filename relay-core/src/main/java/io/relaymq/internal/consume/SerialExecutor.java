package io.relaymq.internal.consume;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tasks one after the other, in the order they came, each on whatever thread the executor behind it gives. For internal use. */
public final class SerialExecutor implements Executor {

    private static final Logger log = LoggerFactory.getLogger(SerialExecutor.class);

    private final Executor executor;
    private final Queue<Runnable> tasks = new ArrayDeque<>(); // guarded by this
    private boolean running; // guarded by this

    public SerialExecutor(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            tasks.add(task);
            if (running) {
                return;
            }
            running = true;
        }
        start();
    }

    private void start() {
        try {
            executor.execute(this::runAll);
        } catch (RuntimeException e) {
            synchronized (this) {
                running = false;
                tasks.clear();
            }
            throw e;
        }
    }

    private void runAll() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                log.error("A task failed, the next ones run", e);
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable task = tasks.poll();
        running = task != null;
        return task;
    }
}
