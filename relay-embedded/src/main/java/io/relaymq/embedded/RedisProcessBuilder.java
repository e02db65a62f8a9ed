package io.relaymq.embedded;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How to start a {@link RedisProcess}. Not thread-safe; may be used for several servers. */
public final class RedisProcessBuilder {

    /** Another process may take a free port between our look and the server's bind: then another one is tried. */
    private static final int PORT_TRIES = 5;

    private final RedisConfig config = new RedisConfig();
    private @Nullable RedisBinary binary;
    private int port;
    private boolean killAtJvmExit = true;
    private boolean ownSession;

    RedisProcessBuilder() {}

    /** The executable; default {@link RedisBinary#find()}. */
    public RedisProcessBuilder binary(RedisBinary binary) {
        this.binary = Objects.requireNonNull(binary, "binary");
        return this;
    }

    /** The port on 127.0.0.1; default 0, a free one, chosen at the first start and kept by later ones. */
    public RedisProcessBuilder port(int port) {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("Port " + port + " is not between 0 and 65535");
        }
        this.port = port;
        return this;
    }

    /** Keeps an append-only file, so that data survives stop, kill and start again. Default: memory only. */
    public RedisProcessBuilder appendOnly(AppendFsync fsync) {
        config.set("appendonly", "yes");
        config.set("appendfsync", fsync.setting());
        return this;
    }

    /**
     * Any other line of {@code redis.conf}, for example {@code setting("maxmemory", "64mb")}; the last one of a name wins.
     *
     * @throws IllegalArgumentException for {@code port}, {@code bind}, {@code dir}, {@code daemonize}, {@code logfile} and
     *     {@code supervised}, which belong to this class, and for what is not one line
     */
    public RedisProcessBuilder setting(String name, String value) {
        config.set(name, value);
        return this;
    }

    /**
     * Whether a shutdown hook kills the server if the JVM ends without {@link RedisProcess#close()}; default true. Shutdown hooks run side
     * by side in no order: false for an owner that still needs the server in a hook of its own and closes it there.
     */
    public RedisProcessBuilder killAtJvmExit(boolean kill) {
        this.killAtJvmExit = kill;
        return this;
    }

    /**
     * Runs the server in a session of its own where the {@code setsid} command exists, so that Ctrl-C reaches the application only, which
     * can close in an orderly way before it ends the server. Default: the session of the JVM.
     */
    public RedisProcessBuilder ownSession() {
        this.ownSession = true;
        return this;
    }

    /**
     * Starts a server and returns when it answers.
     *
     * @throws RedisStartException if there is no executable, or it does not start
     */
    public RedisProcess start() {
        RedisBinary chosen =
                binary != null ? binary : BinarySearch.ofThisMachine().require();
        if (port != 0) {
            return start(chosen, port);
        }
        for (int i = 1; ; i++) {
            try {
                return start(chosen, FreePort.next());
            } catch (RedisStartException e) {
                if (!e.isPortTaken() || i == PORT_TRIES) {
                    throw e;
                }
            }
        }
    }

    private RedisProcess start(RedisBinary chosen, int chosenPort) {
        List<String> prefix = ownSession && BinarySearch.ofThisMachine().has("setsid") ? List.of("setsid") : List.of();
        Launcher launcher = new Launcher(chosen, prefix, config.text(chosenPort), Loopback.HOST, chosenPort);
        RedisProcess process = new RedisProcess(launcher, killAtJvmExit);
        try {
            process.start();
            return process;
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }
}
