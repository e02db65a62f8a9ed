package io.relaymq.boot.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisProcess;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Large bodies, sent to and through an application with a heap that does not hold them. */
@Timeout(120)
class SmallHeapEdgeTest {

    private static final int LARGE = 100 * 1024 * 1024;
    private static final int BACKLOG = 200;
    private static final int LINES = 20_000;
    private static final String SUBJECT = "s".repeat(500); // is in the answer too
    private static final String DATA = "x".repeat(1_000);
    private static final byte[] BLANKS = new byte[64 * 1024];

    private static RedisProcess redis;

    @BeforeAll
    static void startRedis() {
        Arrays.fill(BLANKS, (byte) ' ');
        redis = RedisProcess.builder().start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_hundred_megabytes_without_a_length_are_refused_and_a_long_batch_is_answered_line_by_line(EdgeServer server)
            throws Exception {
        Process process = start(server, "-Xmx64m");
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            int port = port(output);

            String refused = postBlanks(port);

            assertThat(refused)
                    .satisfiesAnyOf(
                            status -> assertThat(status).isEmpty(), // cut off
                            status -> assertThat(status).contains(" 413 "));
            assertThat(postLines(port, 1)).isEqualTo(1);
            assertThat(postLines(port, LINES)).isEqualTo(LINES);
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_backlog_larger_than_the_heap_is_not_fetched_for_a_client_that_does_not_read(EdgeServer server)
            throws Exception {
        Process process = start(server, "-Xmx96m");
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            int port = port(output);
            String path = "/broadcast/" + server.name() + "/events?subscription=slow";
            try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port);
                    Relay relay = relay()) {
                silent.getOutputStream()
                        .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                for (String line = ""; !": connected".equals(line); line = EventSource.line(silent.getInputStream())) {
                    assertThat(line).isNotNull();
                }
                Broadcast broadcast = relay.broadcast(server.name());
                for (int n = 0; n < BACKLOG; n++) {
                    broadcast.publish("large." + n, "x".repeat(400_000));
                }
                assertThat(requireNonNull(broadcast.subscriptions().describe("slow"))
                                .lag())
                        .isGreaterThan(BACKLOG / 2);
                assertThat(postLines(port, 1)).isEqualTo(1);
                assertThat(process.isAlive()).isTrue();
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static Relay relay() {
        return RelayBuilder.forClient(RedisClient.create(redis.uri()))
                .options(RelayOptions.defaults().withNamespace("small").withMaxMessages(BACKLOG))
                .build();
    }

    private static Process start(EdgeServer server, String heap) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-Dspring.devtools.restart.enabled=false",
                        "-XX:MaxDirectMemorySize=32m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeapEdge.class.getName(),
                        server.name(),
                        String.valueOf(redis.port()))
                .redirectErrorStream(true)
                .start();
    }

    private static int port(BufferedReader output) throws IOException {
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("port ")) {
                return Integer.parseInt(line.substring("port ".length()));
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("It did not start: " + said);
    }

    /** The first line of the answer; empty if there is none. */
    private static String postBlanks(int port) throws IOException {
        try (Socket socket = connect(port, "application/json")) {
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> firstLine(socket));
            try {
                OutputStream out = socket.getOutputStream();
                for (int sent = 0; sent < LARGE; sent += BLANKS.length) {
                    chunk(out, BLANKS);
                }
                chunk(out, new byte[0]);
            } catch (IOException e) {
                // it may refuse to take more
            }
            return answer.join();
        }
    }

    private static String firstLine(Socket socket) {
        try {
            String line = EventSource.line(socket.getInputStream());
            return line == null ? "" : line;
        } catch (IOException e) {
            return "";
        }
    }

    /** How many lines were stored, and said to be. */
    private static long postLines(int port, int lines) throws Exception {
        try (Socket socket = connect(port, "application/x-ndjson")) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendLines(socket, lines));
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String line = EventSource.line(in); line != null && !line.isEmpty(); line = EventSource.line(in)) {
                assertThat(line).doesNotContain(" 500 ");
            }
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(new EventSource.Chunked(in), StandardCharsets.UTF_8));
            long stored = answers.lines()
                    .filter(line -> line.contains("\"status\":201"))
                    .count();
            sent.join();
            return stored;
        }
    }

    private static void sendLines(Socket socket, int lines) {
        try {
            OutputStream out = socket.getOutputStream();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < lines; i++) {
                text.append("{\"subject\":\"lines.")
                        .append(i % 10)
                        .append("\",\"data\":")
                        .append(i)
                        .append("}\n");
                if (text.length() > 8_000 || i == lines - 1) {
                    chunk(out, text.toString().getBytes(StandardCharsets.US_ASCII));
                    text.setLength(0);
                }
            }
            chunk(out, new byte[0]);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Socket connect(int port, String type) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) EventSource.LONG.toMillis());
        socket.getOutputStream()
                .write(("POST /broadcast/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: " + type
                                + "\r\nTransfer-Encoding: chunked\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** An empty one ends the body. */
    private static void chunk(OutputStream out, byte[] bytes) throws IOException {
        out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
