package io.relaymq.embedded;

import io.relaymq.embedded.RedisBinary.Origin;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks for an executable that runs, and keeps what it tried for the error. Used once, by one thread. */
final class BinarySearch {

    private static final List<String> NAMES = List.of("valkey-server", "redis-server");

    private final String path;
    private final Supplier<Optional<Path>> bundled;
    private final List<String> failures = new ArrayList<>();

    /** Both sources are given, so that a test can give broken ones. */
    BinarySearch(String path, Supplier<Optional<Path>> bundled) {
        this.path = path;
        this.bundled = bundled;
    }

    static BinarySearch ofThisMachine() {
        String path = System.getenv("PATH");
        return new BinarySearch(path == null ? "" : path, BundledExecutable::extract);
    }

    Optional<RedisBinary> find() {
        return orFailures(searchPath().or(this::tryBundled));
    }

    Optional<RedisBinary> onPath() {
        return orFailures(searchPath());
    }

    Optional<RedisBinary> bundled() {
        return orFailures(tryBundled());
    }

    /** As {@link #find()}, but nothing found is an error too, which says where it looked and what to do. */
    RedisBinary require() {
        return find().orElseThrow(() -> new RedisStartException("No Redis server to start: neither "
                + String.join(" nor ", NAMES) + " is on the PATH (" + path
                + "), and the embedded-redis library is not on the class path."
                + " Install one of them, or add the dependency com.github.codemonstur:embedded-redis."));
    }

    boolean has(String command) {
        return candidates(command).findAny().isPresent();
    }

    private Optional<RedisBinary> searchPath() {
        return NAMES.stream()
                .flatMap(this::candidates)
                .flatMap(candidate -> tryOne(candidate, Origin.PATH).stream())
                .findFirst();
    }

    private Stream<Path> candidates(String name) {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(path)
                .filter(directory -> !directory.isBlank())
                .map(directory -> Path.of(directory, name).toAbsolutePath())
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file));
    }

    private Optional<RedisBinary> tryBundled() {
        try {
            return bundled.get().flatMap(executable -> tryOne(executable, Origin.BUNDLED));
        } catch (RedisStartException e) {
            failures.add(e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<RedisBinary> tryOne(Path executable, Origin origin) {
        try {
            return Optional.of(new RedisBinary(executable, BinaryProbe.version(executable), origin));
        } catch (RedisStartException e) {
            failures.add(e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<RedisBinary> orFailures(Optional<RedisBinary> found) {
        if (found.isEmpty() && !failures.isEmpty()) {
            throw new RedisStartException("No Redis server runs on this machine ("
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch") + "). Tried:\n  "
                    + String.join("\n  ", failures));
        }
        return found;
    }
}
