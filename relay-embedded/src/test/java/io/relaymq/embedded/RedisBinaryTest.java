package io.relaymq.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.embedded.RedisBinary.Origin;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisBinaryTest {

    @TempDir
    Path directory;

    @Test
    void the_library_on_our_class_path_carries_one_that_runs() {
        RedisBinary binary = RedisBinary.bundled().orElseThrow();

        assertThat(binary.origin()).isEqualTo(Origin.BUNDLED);
        assertThat(binary.version()).startsWith("6.2.");
        assertThat(RedisBinary.bundled().orElseThrow().path()).isEqualTo(binary.path());
    }

    @Test
    void valkey_is_preferred_to_redis_whatever_the_order_of_the_path() throws IOException {
        Path first = Files.createDirectory(directory.resolve("first"));
        Path second = Files.createDirectory(directory.resolve("second"));
        script(first.resolve("redis-server"), "echo 'Redis server v=7.0.15 sha=0'");
        script(second.resolve("valkey-server"), "echo 'Valkey server v=8.1.0 sha=0'");

        RedisBinary found = search(first, second).find().orElseThrow();

        assertThat(found.description()).isEqualTo("valkey-server 8.1.0 (" + second.resolve("valkey-server") + ")");
        assertThat(found.origin()).isEqualTo(Origin.PATH);
    }

    @Test
    void one_that_does_not_run_is_passed_over() throws IOException {
        script(
                directory.resolve("valkey-server"),
                "echo 'libssl.so.1.1: cannot open shared object file' >&2; exit 127");
        script(directory.resolve("redis-server"), "echo 'Redis server v=7.0.15 sha=0'");

        assertThat(search(directory).find().orElseThrow().version()).isEqualTo("7.0.15");
    }

    @Test
    void if_none_runs_the_error_lists_what_was_tried_and_why_each_failed() throws IOException {
        script(
                directory.resolve("valkey-server"),
                "echo 'libssl.so.1.1: cannot open shared object file' >&2; exit 127");
        Files.write(directory.resolve("redis-server"), new byte[] {0x7f, 'E', 'L', 'F', 9, 9});
        assertThat(directory.resolve("redis-server").toFile().setExecutable(true))
                .isTrue();

        assertThatThrownBy(() -> search(directory).find())
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("No Redis server runs on this machine (" + System.getProperty("os.name"))
                .hasMessageContaining(directory.resolve("valkey-server") + ": --version ended with 127: libssl.so.1.1")
                .hasMessageContaining("Cannot run " + directory.resolve("redis-server"));
    }

    @Test
    void something_else_of_that_name_is_not_a_server() throws IOException {
        Path other = script(directory.resolve("redis-server"), "echo hello");

        assertThatThrownBy(() -> RedisBinary.at(other))
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("not a Redis or Valkey server")
                .hasMessageContaining("hello");
        assertThatThrownBy(() -> RedisBinary.at(directory.resolve("absent")))
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("Cannot run " + directory.resolve("absent"));
    }

    @Test
    void nothing_at_all_is_empty_and_to_start_it_says_what_to_install() {
        assertThat(search(directory).find()).isEmpty();

        assertThatThrownBy(() -> search(directory).require())
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("neither valkey-server nor redis-server is on the PATH (" + directory)
                .hasMessageContaining("com.github.codemonstur:embedded-redis");
    }

    @Test
    void without_the_library_there_is_no_bundled_one() throws Exception {
        try (WithoutLibrary loader = new WithoutLibrary()) {
            Object bundled = loader.loadClass(RedisBinary.class.getName())
                    .getMethod("bundled")
                    .invoke(null);

            assertThat(bundled).isEqualTo(Optional.empty());
        }
    }

    private static BinarySearch search(Path... path) {
        String joined = String.join(
                File.pathSeparator, Arrays.stream(path).map(Path::toString).toList());
        return new BinarySearch(joined, Optional::empty);
    }

    private static Path script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
