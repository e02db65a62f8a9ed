package io.relaymq.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A TCP proxy on a free loopback port in front of a server, for tests of reconnection: it can cut, freeze, refuse and delay, and it counts.
 *
 * <p>It passes everything on at first. Faults of the link hold for existing and new connections until {@link #pass()}. Daemon threads,
 * named {@code relay-link-<n>}. Thread-safe.
 */
public final class FaultyLink implements AutoCloseable {

    private static final int CONNECT_MILLIS = 10_000;
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);
    private static final AtomicInteger THREADS = new AtomicInteger();

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final LinkGate gate = new LinkGate();
    private final Set<LinkConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong bytesToServer = new AtomicLong();
    private final AtomicLong bytesFromServer = new AtomicLong();
    private final Thread acceptor;
    private volatile boolean refusing;

    private FaultyLink(InetSocketAddress target) {
        this.target = target;
        this.listener = listen();
        this.acceptor = thread(this::acceptAll);
    }

    /** In front of that server, also over its restarts. */
    public static FaultyLink to(RedisProcess server) {
        return to(server.host(), server.port());
    }

    /** In front of whatever listens there, now or later. */
    public static FaultyLink to(String host, int port) {
        return new FaultyLink(new InetSocketAddress(host, port));
    }

    /** The address to connect to, {@code 127.0.0.1}. */
    public String host() {
        return Loopback.HOST;
    }

    /** The port to connect to. */
    public int port() {
        return listener.getLocalPort();
    }

    /** For clients: {@code redis://127.0.0.1:port}. */
    public String uri() {
        return "redis://" + host() + ":" + port();
    }

    /** Back to normal: nothing is held back, refused or delayed. */
    public void pass() {
        refusing = false;
        gate.delay(Duration.ZERO);
        gate.open();
    }

    /** Resets (RST) every connection, on both sides, with whatever is held back in it. New ones are accepted. */
    public void cut() {
        connections.forEach(LinkConnection::reset);
    }

    /** Forwards nothing in either direction; connections stay open and new ones are accepted: a half-open network. */
    public void pause() {
        gate.shut();
    }

    /** Ends {@link #pause()}; what was held back is forwarded. */
    public void resume() {
        gate.open();
    }

    /** Closes each new connection at once. Existing ones go on: {@code refuse()} and then {@link #cut()} is an outage. */
    public void refuse() {
        refusing = true;
    }

    /** Delays each piece (what one read returns, up to 64 KB) by that much in each direction; pieces of a direction go one by one. */
    public void latency(Duration delay) {
        gate.delay(delay);
    }

    /** Connections accepted so far, refused ones included. */
    public long accepted() {
        return accepted.get();
    }

    /** Connections that are open now. */
    public int open() {
        return connections.size();
    }

    /** Bytes that clients have sent; counted before they are forwarded. */
    public long bytesToServer() {
        return bytesToServer.get();
    }

    /** Bytes that the server has sent; counted before they are forwarded, so what a client has received is in it. */
    public long bytesFromServer() {
        return bytesFromServer.get();
    }

    /** Resets all connections and listens no more. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            cut();
            Await.until(
                    CLOSE_LIMIT,
                    () -> !acceptor.isAlive()); // while it waits in accept, the port still takes connections
            cut(); // those that it took meanwhile
        }
    }

    @Override
    public String toString() {
        return "link " + uri() + " to " + target;
    }

    private static ServerSocket listen() {
        try {
            return new ServerSocket(0, 0, Loopback.address());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot listen on a loopback port", e);
        }
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                accepted.incrementAndGet();
                connect(client);
            } catch (IOException e) {
                // the listener was closed, or that client is gone already
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket();
        LinkConnection connection = new LinkConnection(client, server, gate, connections::remove);
        if (refusing) {
            connection.close();
            return;
        }
        connections.add(connection);
        try {
            server.connect(target, CONNECT_MILLIS);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException e) {
            connection.reset();
            return;
        }
        thread(() -> connection.pump(client, server, bytesToServer));
        thread(() -> connection.pump(server, client, bytesFromServer));
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "relay-link-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
