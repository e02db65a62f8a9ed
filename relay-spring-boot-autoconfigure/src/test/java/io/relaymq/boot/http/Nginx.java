package io.relaymq.boot.http;

import static org.awaitility.Awaitility.await;

import io.relaymq.embedded.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** An nginx of a test's own, as it is installed; nothing is downloaded. */
final class Nginx implements AutoCloseable {

    private final Process process;
    private final int port;

    private Nginx(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static boolean isInstalled() {
        return binary().isPresent();
    }

    private static Optional<Path> binary() {
        Stream<String> path = Arrays.stream(System.getenv("PATH").split(":"));
        return Stream.concat(path, Stream.of("/usr/sbin"))
                .map(directory -> Path.of(directory, "nginx"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts one.
     *
     * @param server the block {@code server}, with the word PORT where it listens
     */
    static Nginx start(Path directory, String server) throws IOException {
        int port = FreePort.next();
        Path configuration = directory.resolve("nginx.conf");
        Files.writeString(configuration, """
                daemon off;
                pid nginx.pid;
                error_log error.log;
                events {}
                http {
                    access_log off;
                    client_body_temp_path body;
                    proxy_temp_path proxy;
                    fastcgi_temp_path fastcgi;
                    uwsgi_temp_path uwsgi;
                    scgi_temp_path scgi;
                %s}
                """.formatted(server.replace("PORT", "127.0.0.1:" + port)));
        Process process = new ProcessBuilder(
                        binary().orElseThrow().toString(), "-p", directory + "/", "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.log").toFile())
                .start();
        Nginx nginx = new Nginx(process, port);
        await().atMost(EventSource.LONG).until(() -> !process.isAlive() || nginx.answers());
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    "nginx did not start: " + Files.readString(directory.resolve("output.log")));
        }
        return nginx;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    /** Its worker ends with it. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
