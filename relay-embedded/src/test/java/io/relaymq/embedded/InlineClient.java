package io.relaymq.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Speaks inline commands and reads one line of reply: enough to see what a server or a link does. */
final class InlineClient implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Socket socket;
    private final BufferedReader reader;

    private InlineClient(String host, int port) throws IOException {
        this.socket = new Socket(host, port);
        this.reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        timeout(LIMIT);
    }

    static InlineClient to(RedisProcess server) throws IOException {
        return new InlineClient(server.host(), server.port());
    }

    static InlineClient to(FaultyLink link) throws IOException {
        return new InlineClient(link.host(), link.port());
    }

    static String once(RedisProcess server, String command) throws IOException {
        try (InlineClient client = to(server)) {
            return client.call(command);
        }
    }

    /** The first line of the reply; the second one for a bulk string. */
    String call(String command) throws IOException {
        send(command);
        return receive();
    }

    void send(String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    String receive() throws IOException {
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("closed");
        }
        return line.startsWith("$") && !line.equals("$-1") ? reader.readLine() : line;
    }

    void timeout(Duration timeout) throws IOException {
        socket.setSoTimeout((int) timeout.toMillis());
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
