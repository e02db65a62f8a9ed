package io.relaymq.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RedisProcessTest {

    private static final String BINARIES = "io.relaymq.embedded.Binaries#all";

    @ParameterizedTest
    @MethodSource(BINARIES)
    void a_started_server_answers_and_tells_who_it_is(RedisBinary binary) throws IOException {
        try (RedisProcess server = RedisProcess.builder().binary(binary).start()) {
            assertThat(InlineClient.once(server, "PING")).isEqualTo("+PONG");
            assertThat(server.isAlive()).isTrue();
            assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
            assertThat(server.version()).isEqualTo(binary.version()).matches("\\d+\\.\\d+\\.\\d+.*");
            assertThat(ProcessHandle.of(server.pid())).isPresent();
        }
    }

    @ParameterizedTest
    @MethodSource(BINARIES)
    void by_default_nothing_is_kept_over_a_restart(RedisBinary binary) throws IOException {
        try (RedisProcess server = RedisProcess.builder().binary(binary).start()) {
            InlineClient.once(server, "SET k v");

            server.restart();

            assertThat(InlineClient.once(server, "GET k")).isEqualTo("$-1");
        }
    }

    @ParameterizedTest
    @MethodSource(BINARIES)
    void the_append_only_file_survives_stop_kill_and_restart_on_the_same_port(RedisBinary binary) throws IOException {
        try (RedisProcess server = RedisProcess.builder()
                .binary(binary)
                .appendOnly(AppendFsync.ALWAYS)
                .start()) {
            int port = server.port();
            InlineClient.once(server, "SET stop 1");
            server.stop();
            server.start();
            InlineClient.once(server, "SET kill 2");
            server.kill();
            server.start();
            InlineClient.once(server, "SET restart 3");
            server.restart();

            assertThat(server.port()).isEqualTo(port);
            assertThat(InlineClient.once(server, "GET stop")).isEqualTo("1");
            assertThat(InlineClient.once(server, "GET kill")).isEqualTo("2");
            assertThat(InlineClient.once(server, "GET restart")).isEqualTo("3");
        }
    }

    @ParameterizedTest
    @MethodSource(BINARIES)
    void a_killed_server_is_gone(RedisBinary binary) {
        try (RedisProcess server = RedisProcess.builder().binary(binary).start()) {
            long pid = server.pid();

            server.kill();

            assertThat(server.isAlive()).isFalse();
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
            assertThatThrownBy(() -> InlineClient.once(server, "PING")).isInstanceOf(IOException.class);
            assertThatIllegalStateException().isThrownBy(server::pid).withMessageContaining("does not run");
        }
    }

    @ParameterizedTest
    @MethodSource(BINARIES)
    void a_suspended_server_hangs_until_it_is_resumed(RedisBinary binary) throws IOException {
        try (RedisProcess server = RedisProcess.builder().binary(binary).start();
                InlineClient client = InlineClient.to(server)) {
            server.suspend();
            client.timeout(Duration.ofMillis(200));
            client.send("PING");
            assertThatThrownBy(client::receive).isInstanceOf(SocketTimeoutException.class);

            server.resume();

            client.timeout(Duration.ofSeconds(30));
            assertThat(client.receive()).isEqualTo("+PONG");
        }
    }

    @ParameterizedTest
    @MethodSource(BINARIES)
    void a_suspended_server_can_be_killed_started_and_closed(RedisBinary binary) throws IOException {
        RedisProcess server = RedisProcess.builder().binary(binary).start();
        server.suspend();
        server.kill();
        server.start();
        assertThat(InlineClient.once(server, "PING")).isEqualTo("+PONG");
        server.suspend();
        long pid = server.pid();

        server.close();

        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void two_servers_have_their_own_ports_and_data() throws IOException {
        try (RedisProcess one = RedisProcess.builder().start();
                RedisProcess two = RedisProcess.builder().start()) {
            InlineClient.once(one, "SET k 1");

            assertThat(one.port()).isNotEqualTo(two.port());
            assertThat(InlineClient.once(two, "GET k")).isEqualTo("$-1");
        }
    }

    @Test
    void close_deletes_the_directory_and_only_the_first_one_counts() {
        RedisProcess server = RedisProcess.builder().start();

        server.close();
        server.close();

        assertThat(server.isAlive()).isFalse();
        assertThat(Files.exists(server.directory())).isFalse();
        assertThatIllegalStateException().isThrownBy(server::start).withMessageContaining("closed");
    }

    @Test
    void stop_and_kill_of_a_stopped_server_do_nothing_and_a_running_one_is_not_started_twice() {
        try (RedisProcess server = RedisProcess.builder().start()) {
            assertThatIllegalStateException().isThrownBy(server::start).withMessageContaining("running");
            server.stop();
            server.stop();
            server.kill();

            assertThatIllegalStateException().isThrownBy(server::suspend).withMessageContaining("does not run");
        }
    }

    @ParameterizedTest
    @MethodSource(BINARIES)
    void a_taken_port_is_named_in_the_error(RedisBinary binary) {
        try (RedisProcess first = RedisProcess.builder().binary(binary).start()) {
            RedisProcessBuilder second = RedisProcess.builder().binary(binary).port(first.port());

            assertThatThrownBy(second::start)
                    .isInstanceOfSatisfying(
                            RedisStartException.class,
                            e -> assertThat(e.isPortTaken()).isTrue())
                    .hasMessageContaining("127.0.0.1:" + first.port() + ": the port is already taken");
        }
    }

    @ParameterizedTest
    @MethodSource(BINARIES)
    void what_the_server_printed_is_in_the_error(RedisBinary binary) {
        RedisProcessBuilder builder = RedisProcess.builder().binary(binary).setting("no-such-setting", "1");

        assertThatThrownBy(builder::start)
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("it ended")
                .hasMessageContaining("no-such-setting");
    }

    @ParameterizedTest
    @MethodSource(BINARIES)
    void settings_reach_the_server(RedisBinary binary) throws IOException {
        try (RedisProcess server = RedisProcess.builder()
                .binary(binary)
                .setting("maxmemory", "64mb")
                .setting("requirepass", "secret")
                .start()) {
            try (InlineClient client = InlineClient.to(server)) {
                assertThat(client.call("PING")).startsWith("-NOAUTH");
                assertThat(client.call("AUTH secret")).isEqualTo("+OK");
                assertThat(client.call("CONFIG GET maxmemory")).isEqualTo("*2");
                assertThat(client.receive()).isEqualTo("maxmemory");
                assertThat(client.receive()).isEqualTo("67108864");
            }
        }
    }

    @Test
    void settings_that_belong_to_the_process_or_are_not_one_line_are_refused() {
        RedisProcessBuilder builder = RedisProcess.builder();

        assertThatIllegalArgumentException().isThrownBy(() -> builder.setting("PORT", "1"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.setting("maxmemory", "1\nport 2"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.setting("max memory", "1"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.setting("requirepass", ""));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.port(65_536));
    }

    @Test
    void a_server_in_a_session_of_its_own_is_still_our_child() throws IOException {
        try (RedisProcess server = RedisProcess.builder().ownSession().start()) {
            assertThat(InlineClient.once(server, "PING")).isEqualTo("+PONG");
            assertThat(ProcessHandle.of(server.pid()).orElseThrow().parent()).contains(ProcessHandle.current());
        }
    }

    @Test
    void an_interrupted_thread_can_still_close_and_stays_interrupted() {
        RedisProcess server = RedisProcess.builder().start();
        Thread.currentThread().interrupt();

        server.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(server.isAlive()).isFalse();
    }
}
