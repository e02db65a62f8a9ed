package io.relaymq.embedded;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server's own temporary directory: its settings, its data, what it prints. */
final class WorkDirectory {

    private static final Logger log = LoggerFactory.getLogger(WorkDirectory.class);
    private static final Duration DELETE_LIMIT = Duration.ofSeconds(5);
    private static final int TAIL_BYTES = 4_096;

    private final Path path;

    private WorkDirectory(Path path) {
        this.path = path;
    }

    static WorkDirectory create() {
        try {
            return new WorkDirectory(Files.createTempDirectory("relay-redis-"));
        } catch (IOException e) {
            throw new RedisStartException("Cannot create a working directory for the server: " + e, e);
        }
    }

    Path path() {
        return path;
    }

    Path output() {
        return path.resolve("server.log");
    }

    /** Written anew before each start: a {@code CONFIG REWRITE} does not outlive the process. */
    Path writeConfig(String text) throws IOException {
        return Files.writeString(path.resolve("redis.conf"), text);
    }

    long outputSize() {
        return output().toFile().length();
    }

    /** The end of what was printed since the log had that size. */
    String outputTail(long from) {
        try (RandomAccessFile file = new RandomAccessFile(output().toFile(), "r")) {
            file.seek(Math.max(from, file.length() - TAIL_BYTES));
            byte[] bytes = new byte[(int) (file.length() - file.getFilePointer())];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "(no output: " + e.getMessage() + ")";
        }
    }

    /** A forked child of a killed server may still write for a moment, so one attempt is not always enough. */
    void delete() {
        if (!Await.until(DELETE_LIMIT, this::isDeleted)) {
            log.warn("Cannot delete {}", path);
        }
    }

    private boolean isDeleted() {
        if (!Files.exists(path)) {
            return true;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}
