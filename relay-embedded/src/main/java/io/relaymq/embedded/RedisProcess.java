package io.relaymq.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Redis or Valkey server of our own, as a child process that listens on 127.0.0.1 only.
 *
 * <p>Memory only unless built with {@link RedisProcessBuilder#appendOnly}; it has a working directory of its own, which is kept by
 * {@link #stop()}, {@link #kill()} and {@link #restart()} and deleted by {@link #close()}.
 *
 * <p>If the JVM ends without {@code close()}, a shutdown hook kills the server. If the JVM itself is killed with SIGKILL, no hook runs: the
 * server then lives on as an orphan until somebody ends it. That is untidy, never wrong: the next start takes another port and directory.
 * A Ctrl-C in a terminal reaches the server too, unless built with {@link RedisProcessBuilder#ownSession}.
 *
 * <p>Thread-safe; changes of state are done one after the other. A method that waits ignores interrupts, but keeps them.
 */
public final class RedisProcess implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RedisProcess.class);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final Launcher launcher;
    private final WorkDirectory directory = WorkDirectory.create();
    private final Runnable atJvmExit = this::abandon;
    private final boolean killAtJvmExit;

    /** Held by whoever changes the state: {@code closed}, {@code suspended} and {@code process}. */
    private final ReentrantLock changing = new ReentrantLock();

    private volatile @Nullable Process process;
    private boolean suspended;
    private boolean closed;

    RedisProcess(Launcher launcher, boolean killAtJvmExit) {
        this.launcher = launcher;
        this.killAtJvmExit = killAtJvmExit;
        if (killAtJvmExit) {
            ShutdownHook.add(atJvmExit);
        }
    }

    /** What to start, and how. */
    public static RedisProcessBuilder builder() {
        return new RedisProcessBuilder();
    }

    /** The address it listens on, {@code 127.0.0.1}. */
    public String host() {
        return Loopback.HOST;
    }

    /** The port; the same over all starts. */
    public int port() {
        return launcher.port();
    }

    /** For clients: {@code redis://127.0.0.1:port}. */
    public String uri() {
        return "redis://" + Loopback.HOST + ":" + port();
    }

    /** The version of the server, for example {@code 7.0.15}. */
    public String version() {
        return binary().version();
    }

    /** The executable that runs. */
    public RedisBinary binary() {
        return launcher.binary();
    }

    /** The directory with the server's settings, data and output; gone after {@link #close()}. */
    public Path directory() {
        return directory.path();
    }

    /**
     * The process id.
     *
     * @throws IllegalStateException if the server does not run
     */
    public long pid() {
        return running("tell the process id of").pid();
    }

    /** Whether the process exists; a suspended one does. */
    public boolean isAlive() {
        Process current = process;
        return current != null && current.isAlive();
    }

    /**
     * Starts a stopped or killed server again on the same port and directory, and returns when it answers and has loaded its data.
     *
     * @throws IllegalStateException if it runs, or is closed
     * @throws RedisStartException if it does not start
     */
    public void start() {
        locked(() -> {
            if (closed || isAlive()) {
                throw new IllegalStateException("Cannot start " + this + ": it is " + (closed ? "closed" : "running"));
            }
            process = launcher.launch(directory);
            log.debug("Started {}", this);
        });
    }

    /** {@link #stop()} and {@link #start()}. */
    public void restart() {
        locked(() -> {
            stop();
            start();
        });
    }

    /** Ends the server in an orderly way (SIGTERM) and waits for it; without effect if it does not run. */
    public void stop() {
        locked(() -> {
            wake();
            end(Process::destroy);
        });
    }

    /** Ends the server as a crash would (SIGKILL) and waits for it; without effect if it does not run. */
    public void kill() {
        locked(() -> end(Process::destroyForcibly));
    }

    /**
     * Freezes the server (SIGSTOP): connections stay open, the system still accepts new ones, nothing is answered. Unix only.
     *
     * @throws IllegalStateException if it does not run
     */
    public void suspend() {
        locked(() -> {
            Signals.stop(running("suspend"));
            suspended = true;
        });
    }

    /**
     * Lets a suspended server go on (SIGCONT).
     *
     * @throws IllegalStateException if it does not run
     */
    public void resume() {
        locked(() -> {
            running("resume");
            wake();
        });
    }

    /** Stops the server, deletes its directory. Only the first call has an effect; nothing can be started afterwards. */
    @Override
    public void close() {
        locked(() -> {
            if (!closed) {
                closed = true;
                stop();
                directory.delete();
                if (killAtJvmExit) { // else the hook may not exist, and at the end of the JVM none can be made
                    ShutdownHook.remove(atJvmExit);
                }
            }
        });
    }

    @Override
    public String toString() {
        return launcher.toString();
    }

    private void end(Consumer<Process> signal) {
        Process ending = process;
        if (ending == null) {
            return;
        }
        signal.accept(ending);
        if (!Await.until(STOP_LIMIT, () -> !ending.isAlive())) {
            log.warn("{} did not end within {}s: killed", this, STOP_LIMIT.toSeconds());
            ending.destroyForcibly();
            Await.until(STOP_LIMIT, () -> !ending.isAlive());
        }
        suspended = false;
        process = null;
    }

    private void wake() {
        Process current = process;
        if (suspended && current != null && current.isAlive()) {
            Signals.cont(current);
        }
        suspended = false;
    }

    private Process running(String verb) {
        Process current = process;
        if (current == null || !current.isAlive()) {
            throw new IllegalStateException("Cannot " + verb + " " + this + ": it does not run");
        }
        return current;
    }

    /** Takes no lock: at the end of the JVM somebody may hold it for good. */
    private void abandon() {
        Process current = process;
        if (current != null) {
            current.destroyForcibly();
            Await.until(STOP_LIMIT, () -> !current.isAlive());
        }
        directory.delete();
    }

    private void locked(Runnable change) {
        changing.lock();
        try {
            change.run();
        } finally {
            changing.unlock();
        }
    }
}
