package io.relaymq.embedded;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A server executable that runs on this machine: it has answered {@code --version}. Immutable.
 *
 * <p>One that is there but cannot run (wrong architecture, missing {@code libssl}) is never returned: the search goes on, and if
 * nothing that was found runs, a {@link RedisStartException} lists each with its reason.
 */
public final class RedisBinary {

    /** Where an executable came from. */
    public enum Origin {
        /** Found by name in a directory of the PATH. */
        PATH,
        /** Extracted from the embedded-redis library into a temporary file, which is deleted when the JVM ends. */
        BUNDLED,
        /** Named by the caller. */
        GIVEN
    }

    private final Path path;
    private final String version;
    private final Origin origin;

    RedisBinary(Path path, String version, Origin origin) {
        this.path = path;
        this.version = version;
        this.origin = origin;
    }

    /**
     * The executable to use when nobody says otherwise: {@code valkey-server} on the PATH, else {@code redis-server} on the PATH, else
     * the bundled one.
     *
     * @return empty if there is none at all
     * @throws RedisStartException if there are some, but none of them runs
     */
    public static Optional<RedisBinary> find() {
        return BinarySearch.ofThisMachine().find();
    }

    /**
     * {@code valkey-server}, else {@code redis-server}, on the PATH.
     *
     * @throws RedisStartException if there are some, but none of them runs
     */
    public static Optional<RedisBinary> onPath() {
        return BinarySearch.ofThisMachine().onPath();
    }

    /**
     * The executable that the embedded-redis library carries; empty if the library is not on the class path.
     *
     * @throws RedisStartException if the library is there, but has nothing that runs here
     */
    public static Optional<RedisBinary> bundled() {
        return BinarySearch.ofThisMachine().bundled();
    }

    /**
     * The executable at that path.
     *
     * @throws RedisStartException if it does not run
     */
    public static RedisBinary at(Path path) {
        Path absolute = Objects.requireNonNull(path, "path").toAbsolutePath();
        return new RedisBinary(absolute, BinaryProbe.version(absolute), Origin.GIVEN);
    }

    /** The absolute path of the executable. */
    public Path path() {
        return path;
    }

    /** The version it reports, for example {@code 7.0.15}. */
    public String version() {
        return version;
    }

    /** Where it came from. */
    public Origin origin() {
        return origin;
    }

    /** For logs and errors, for example {@code redis-server 7.0.15 (/usr/bin/redis-server)}. */
    public String description() {
        return path.getFileName() + " " + version + " (" + path + ")";
    }

    @Override
    public String toString() {
        return description();
    }
}
