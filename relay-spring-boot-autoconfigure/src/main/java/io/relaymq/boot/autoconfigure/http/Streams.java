package io.relaymq.boot.autoconfigure.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The open streams of this process: how many there may be, and how each is kept alive or ended. */
final class Streams {

    /** What the meters tell streams apart by. */
    enum Kind {
        EVENTS,
        TAIL
    }

    private record Open(EventStream stream, Kind kind, Runnable beat, long since) {}

    private final int most;
    private final long heartbeat;
    private final long longestLife;
    private final LongSupplier nanoTime;
    private final Set<Open> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Streams(int most, Duration heartbeat, Duration longestLife, LongSupplier nanoTime) {
        this.most = most;
        this.heartbeat = heartbeat.toNanos();
        this.longestLife = longestLife.toNanos();
        this.nanoTime = nanoTime;
    }

    /** @throws Problem if there is no room, or this server is stopping */
    void requireRoom() {
        if (closed) {
            throw Problem.unavailable("stopping", "This server is stopping.");
        }
        if (streams.size() >= most) {
            throw Problem.unavailable("too-many-streams", "This server has " + most + " streams open already.");
        }
    }

    EventStream newStream() {
        return new EventStream(nanoTime);
    }

    /** Keeps a stream until it ends. */
    void open(EventStream stream, Kind kind, Runnable beat, Runnable whenEnded) {
        Open open = new Open(stream, kind, beat, nanoTime.getAsLong());
        streams.add(open);
        stream.whenEnded(() -> {
            streams.remove(open);
            whenEnded.run();
        });
        if (closed) {
            stream.end();
        }
    }

    int count(Kind kind) {
        return (int) streams.stream().filter(open -> open.kind() == kind).count();
    }

    /** Looks after each stream. Returns how many were ended. */
    int runOnce() {
        int ended = 0;
        long now = nanoTime.getAsLong();
        for (Open open : streams) {
            EventStream stream = open.stream();
            if (stream.stalledNanos() > 2 * heartbeat) {
                stream.abort();
                ended++;
            } else if (now - open.since() > longestLife) {
                stream.end();
                ended++;
            } else if (stream.isIdle() && stream.quietNanos() >= heartbeat) {
                open.beat().run();
            }
        }
        return ended;
    }

    /** Sees to it that what was sent is known to have arrived. */
    void confirm() {
        streams.forEach(open -> open.stream().confirm());
    }

    /** Ends all, and takes no more. */
    void close() {
        closed = true;
        streams.forEach(open -> open.stream().end());
    }

    /** Takes streams again. */
    void reopen() {
        closed = false;
    }
}
