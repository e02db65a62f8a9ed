package io.relaymq.benchmarks.edge;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One client on a socket that does not block, and what it has received over all its connections. Used by the thread of its loop. */
final class SseClient implements SseParser.Reader {

    /** Of a client that never reads: what the kernel takes for it is to be little. */
    private static final int SMALL_BUFFER = 4_096;

    private final Member member;
    private final int port;
    private final LongConsumer delays;
    private final BitSet received = new BitSet();
    private SseParser parser = new SseParser(this);
    private @Nullable SocketChannel channel;
    private String lastEventId = "";
    private boolean open;
    private int last = -1;
    private int count;
    private int twice;
    private int disordered;
    private int unwanted;
    private int cutOff;

    /** @param delays is told the nanoseconds of each message that is new to it */
    SseClient(Member member, int port, LongConsumer delays) {
        this.member = member;
        this.port = port;
        this.delays = delays;
    }

    Member member() {
        return member;
    }

    /** Whether the server has answered; of one that never reads, whether it has asked. */
    boolean isOpen() {
        return open;
    }

    void connect(Selector selector) throws IOException {
        parser = new SseParser(this);
        SocketChannel opened = SocketChannel.open();
        channel = opened;
        opened.configureBlocking(false);
        if (member.fate() == Fate.NEVER_READS) {
            opened.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
        }
        opened.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        opened.register(selector, SelectionKey.OP_CONNECT, this);
    }

    /** Does what its socket is ready for. */
    void ready(SelectionKey key, ByteBuffer buffer) throws IOException {
        SocketChannel ready = (SocketChannel) key.channel();
        if (key.isConnectable()) {
            ready.finishConnect();
            ask(ready);
            key.interestOps(member.fate() == Fate.NEVER_READS ? 0 : SelectionKey.OP_READ);
            open = member.fate() == Fate.NEVER_READS;
        } else {
            int n = ready.read(buffer.clear());
            parser.take(buffer.flip());
            if (n < 0 || parser.isAtEnd()) {
                broke();
            }
        }
    }

    private void ask(SocketChannel ready) throws IOException {
        String resume = lastEventId.isEmpty() ? "" : "Last-Event-ID: " + lastEventId + "\r\n";
        String request = "GET " + member.path() + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + resume + "\r\n";
        ready.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Its connection was torn down. */
    void broke() throws IOException {
        cutOff++;
        close(false);
    }

    /** @param reset without an orderly end */
    void close(boolean reset) throws IOException {
        SocketChannel current = channel;
        if (current != null && current.isOpen()) {
            if (reset) {
                current.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            current.close();
        }
        open = false;
    }

    /** Its end of the connection; 0 if there is none. */
    int localPort() {
        try {
            return channel != null && channel.getLocalAddress() instanceof InetSocketAddress local
                    ? local.getPort()
                    : 0;
        } catch (IOException e) {
            return 0; // closed
        }
    }

    @Override
    public void head(int status) {
        if (status != 200) {
            throw new IllegalStateException("Answered " + status + ": " + member.path());
        }
    }

    @Override
    public void comment() {
        open = true;
    }

    @Override
    public void event(String id, String name, String data) {
        lastEventId = id.isEmpty() ? lastEventId : id;
        if (name.equals("message") && !data.isEmpty()) {
            int number = (int) number(data, Crowd.NUMBER);
            if (number < 0) {
                count++; // of a warm-up
            } else if (!member.wants().test(number)) {
                unwanted++;
            } else if (received.get(number)) {
                twice++;
            } else {
                received.set(number);
                count++;
                disordered += number < last ? 1 : 0;
                last = number;
                delays.accept(System.nanoTime() - number(data, Crowd.INTENDED));
            }
        }
    }

    private static long number(String data, String before) {
        int from = data.indexOf(before) + before.length();
        int to = from;
        while (data.charAt(to) == '-' || Character.isDigit(data.charAt(to))) {
            to++;
        }
        return Long.parseLong(data.substring(from, to));
    }

    int count() {
        return count;
    }

    int twice() {
        return twice;
    }

    int disordered() {
        return disordered;
    }

    int unwanted() {
        return unwanted;
    }

    /** How often the server ended its stream. */
    int cutOff() {
        return cutOff;
    }

    /** How many it was not given, of those up to the last that it was, or of all if it is owed all. */
    long missed(long published) {
        long end = member.fate().isOwedAll() ? published : last + 1L;
        return member.share(end) - received.cardinality();
    }
}
