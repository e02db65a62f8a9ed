package io.relaymq.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** One client's connection through a {@link FaultyLink}: two sockets and a pump for each direction. */
final class LinkConnection {

    private static final int PIECE = 64 * 1024;

    private final Socket client;
    private final Socket server;
    private final LinkGate gate;
    private final Consumer<LinkConnection> onClose;
    private final AtomicInteger ended = new AtomicInteger();

    /** Whoever holds it closes, wholly or by half: an orderly end (FIN) must not slip in before a reset. */
    private final ReentrantLock closing = new ReentrantLock();

    private volatile boolean closed;

    LinkConnection(Socket client, Socket server, LinkGate gate, Consumer<LinkConnection> onClose) {
        this.client = client;
        this.server = server;
        this.gate = gate;
        this.onClose = onClose;
    }

    /** Forwards one direction until its end, then closes that half; the second half to end closes the whole. */
    void pump(Socket from, Socket to, AtomicLong count) {
        try {
            forward(from.getInputStream(), to.getOutputStream(), count);
            endHalf(to);
        } catch (IOException e) {
            reset(); // one side broke: the other must learn of it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reset();
        }
    }

    /** Closes both sides with RST: SO_LINGER 0 discards what is not sent yet. */
    void reset() {
        linger(client);
        linger(server);
        close();
    }

    void close() {
        closing.lock();
        try {
            closed = true;
            close(client);
            close(server);
        } finally {
            closing.unlock();
        }
        gate.wake();
        onClose.accept(this);
    }

    private void endHalf(Socket to) throws IOException {
        closing.lock();
        try {
            if (!closed) {
                to.shutdownOutput();
            }
        } finally {
            closing.unlock();
        }
        if (ended.incrementAndGet() == 2) {
            close();
        }
    }

    private void forward(InputStream in, OutputStream out, AtomicLong count) throws IOException, InterruptedException {
        byte[] piece = new byte[PIECE];
        int length = in.read(piece);
        while (length >= 0) {
            count.addAndGet(length);
            gate.pass(() -> !closed);
            if (closed) {
                return; // what was held back is lost with the connection
            }
            out.write(piece, 0, length);
            length = in.read(piece);
        }
        gate.pass(() -> !closed); // the end of a stream waits like everything else
    }

    private static void linger(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // closed already
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // nothing left to close
        }
    }
}
