package io.relaymq.boot.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of a stream on a plain socket, which reads as a browser does. */
final class EventSource implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** One event. */
    record Event(String id, String name, String data) {

        JsonNode json() {
            return JSON.readTree(data);
        }

        String subject() {
            return json().path("subject").asString();
        }
    }

    private static final Queue<EventSource> OPEN = new ConcurrentLinkedQueue<>();

    private final Socket socket = new Socket();
    private final List<String> head = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable IOException failure;
    private volatile String lastEventId = "";

    private EventSource() {
        OPEN.add(this);
    }

    /** Closes all that are open. */
    static void closeAll() {
        OPEN.forEach(EventSource::close);
        OPEN.clear();
    }

    /** Waits until it is connected. */
    static EventSource open(EdgeApplication application, String path, String... headers) {
        return open(application.port(), path, headers);
    }

    static EventSource open(int port, String path, String... headers) {
        EventSource source = request(port, path, headers);
        org.awaitility.Awaitility.await()
                .atMost(LONG)
                .until(() -> source.lines.contains(": connected") || source.ended.getCount() == 0);
        return source;
    }

    /** Sends the request, and reads what comes. */
    static EventSource request(EdgeApplication application, String path, String... headers) {
        return request(application.port(), path, headers);
    }

    /** The same, of a port that may be a proxy's. */
    static EventSource request(int port, String path, String... headers) {
        EventSource source = new EventSource();
        source.send(port, path, headers);
        Thread reader = new Thread(source::read, "event-source");
        reader.setDaemon(true);
        reader.start();
        return source;
    }

    private void send(int port, String path, String... headers) {
        try {
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
            for (String header : headers) {
                request.append(header).append("\r\n");
            }
            OutputStream out = socket.getOutputStream();
            out.write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (InputStream in = socket.getInputStream()) {
            for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
                head.add(line);
            }
            boolean chunked = head.stream().anyMatch(line -> line.equalsIgnoreCase("Transfer-Encoding: chunked"));
            BufferedReader body =
                    new BufferedReader(new InputStreamReader(chunked ? new Chunked(in) : in, StandardCharsets.UTF_8));
            String name = "message";
            StringBuilder data = new StringBuilder();
            for (String line = body.readLine(); line != null; line = body.readLine()) {
                lines.add(line);
                if (line.isEmpty()) {
                    if (!data.isEmpty()) {
                        events.add(new Event(lastEventId, name, data.toString()));
                    }
                    name = "message";
                    data.setLength(0);
                } else if (line.startsWith("id: ")) {
                    lastEventId = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data.append(data.isEmpty() ? "" : "\n").append(line.substring(6));
                }
            }
        } catch (IOException e) {
            failure = e;
        } finally {
            ended.countDown();
        }
    }

    @Override
    public String toString() {
        return "EventSource[head=" + head + ", first lines=" + lines.subList(0, Math.min(10, lines.size())) + ", ended="
                + hasEnded() + ", failure=" + failure + "]";
    }

    List<Event> events() {
        return events;
    }

    /** The next so many events from now on, or those there are. */
    List<Event> await(int n) {
        org.awaitility.Awaitility.await().atMost(LONG).until(() -> events.size() >= n || ended.getCount() == 0);
        return List.copyOf(events);
    }

    List<String> lines() {
        return lines;
    }

    List<String> head() {
        return head;
    }

    String lastEventId() {
        return lastEventId;
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    boolean awaitEnd(Duration longest) throws InterruptedException {
        return ended.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Closes the connection; with {@code reset} it is torn down without an orderly end. */
    void close(boolean reset) {
        try {
            if (reset && !socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        close(false);
    }

    /** Without its end; null at the end of the stream. Nothing is read ahead. */
    static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int one = in.read(); one != '\n'; one = in.read()) {
            if (one < 0) {
                return null;
            }
            if (one != '\r') {
                line.append((char) one);
            }
        }
        return line.toString();
    }

    /** The content of a chunked body. */
    static final class Chunked extends InputStream {

        private final InputStream in;
        private int left;
        private boolean begun;

        Chunked(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (left == 0 && !nextChunk()) {
                return -1;
            }
            int n = in.read(target, offset, Math.min(length, left));
            left -= Math.max(0, n);
            return n;
        }

        private boolean nextChunk() throws IOException {
            if (begun) {
                line(in); // the end of the chunk before, which some servers send only now
            }
            begun = true;
            String size = line(in);
            left = size == null || size.isEmpty() ? 0 : Integer.parseInt(size.strip(), 16);
            return left > 0;
        }
    }
}
