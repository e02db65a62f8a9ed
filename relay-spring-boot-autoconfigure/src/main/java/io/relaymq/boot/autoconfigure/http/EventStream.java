package io.relaymq.boot.autoconfigure.http;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;

/**
 * What one client is sent. Frames come from any thread and wait; the client's connection asks for the next chunk when it has
 * written the one before, which is how we know that the system has taken it.
 *
 * <p>The system takes the first write to a client that has gone as well; it fails the writes after it has been told so. So a frame is held to have arrived when
 * something was sent successfully a while later.
 *
 * <p>Invariant, under the lock: a frame is in the queue, in the chunk being written, or sent, until its fate is told. After the end there is none.
 */
final class EventStream {

    /** Longer than a way to the client and back. */
    static final Duration CONFIRMATION = Duration.ofMillis(200);

    private static final int LARGEST_CHUNK = 64 * 1024;

    private record Sent(Frame frame, long at) {}

    private final LongSupplier nanoTime;
    private final Deque<Frame> queue = new ArrayDeque<>(); // guarded by this
    private final List<Frame> writing = new ArrayList<>(); // guarded by this
    private final Deque<Sent> sent = new ArrayDeque<>(); // with a fate; guarded by this
    private final AtomicInteger handing = new AtomicInteger();
    private final Sinks.Empty<Void> aborted = Sinks.empty();
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile Runnable whenIdle = () -> {};
    private volatile @Nullable Runnable whenEnded;
    private volatile long handedAt;
    private @Nullable MonoSink<byte[]> asking; // guarded by this
    private int queuedBytes; // guarded by this
    private boolean ended; // guarded by this

    EventStream(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.handedAt = nanoTime.getAsLong();
    }

    /** Called, from any thread, whenever the client could take more and there is nothing. */
    void whenIdle(Runnable task) {
        whenIdle = task;
    }

    /** Called once, when it has ended for whatever reason; at once if it has. */
    void whenEnded(Runnable task) {
        whenEnded = task;
        if (isEnded()) {
            tellEnd();
        }
    }

    /** Adds a frame without sending it yet. False if the stream has ended; nobody is told the fate of the frame then. */
    synchronized boolean add(Frame frame) {
        if (ended) {
            return false;
        }
        queue.add(frame);
        queuedBytes += frame.size();
        return true;
    }

    /** {@link #add}, and sends what can be sent. */
    boolean send(Frame frame) {
        boolean added = add(frame);
        hand();
        return added;
    }

    /** How much waits, without what is being written. */
    synchronized int queuedBytes() {
        return queuedBytes;
    }

    /** Whether the client could take more and there is nothing. */
    synchronized boolean isIdle() {
        return asking != null && queue.isEmpty() && !ended;
    }

    synchronized boolean isEnded() {
        return ended;
    }

    /** How long ago it was last handed something. */
    long quietNanos() {
        return nanoTime.getAsLong() - handedAt;
    }

    /** How long the client has been taking what it was handed; 0 if it waits for more. */
    synchronized long stalledNanos() {
        return asking != null || ended ? 0 : nanoTime.getAsLong() - handedAt;
    }

    /** Has something sent, if nothing else was, that shows whether the client was there when it was sent the last. */
    void confirm() {
        boolean due;
        synchronized (this) {
            due = isIdle()
                    && !sent.isEmpty()
                    && nanoTime.getAsLong() - sent.getLast().at() >= CONFIRMATION.toNanos();
        }
        if (due) {
            send(Frame.PROBE);
        }
    }

    /** The next chunk, when there is one; empty at the end. Asking for it says that the one before was written. */
    Mono<byte[]> next() {
        return Mono.create(this::ask);
    }

    private void ask(MonoSink<byte[]> sink) {
        sink.onCancel(this::end);
        List<Frame> written;
        List<Frame> arrived;
        synchronized (this) {
            written = writing.stream().filter(frame -> frame.fate() != null).toList();
            writing.clear();
            arrived = arrived();
            long now = nanoTime.getAsLong();
            written.forEach(frame -> sent.add(new Sent(frame, now)));
            asking = sink;
        }
        written.forEach(frame -> requireNonNull(frame.fate()).sent());
        arrived.forEach(frame -> requireNonNull(frame.fate()).arrived());
        hand();
    }

    /** Takes out what had been sent long enough before the chunk that has been written now. Called under the lock. */
    private List<Frame> arrived() {
        List<Frame> arrived = new ArrayList<>();
        while (!sent.isEmpty() && handedAt - sent.getFirst().at() >= CONFIRMATION.toNanos()) {
            arrived.add(sent.removeFirst().frame());
        }
        return arrived;
    }

    /** Hands over what waits. One thread at a time; what comes meanwhile, also from a client that asks at once, is its to do. */
    void hand() {
        if (handing.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            handOne();
            seen = handing.addAndGet(-seen);
        } while (seen > 0);
    }

    private void handOne() {
        MonoSink<byte[]> sink;
        byte[] chunk;
        synchronized (this) {
            if (asking == null || queue.isEmpty() && !ended) {
                sink = null;
                chunk = null;
            } else {
                sink = asking;
                asking = null;
                chunk = ended ? null : chunk();
                handedAt = nanoTime.getAsLong();
            }
        }
        if (sink == null) {
            if (isIdle()) {
                whenIdle.run();
            }
        } else if (chunk == null) {
            sink.success();
        } else {
            sink.success(chunk);
        }
    }

    /** Called under the lock. */
    private byte[] chunk() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        do {
            Frame frame = queue.remove();
            writing.add(frame);
            out.writeBytes(frame.bytes());
        } while (!queue.isEmpty() && out.size() + queue.element().size() <= LARGEST_CHUNK);
        queuedBytes -= out.size();
        return out.toByteArray();
    }

    /** Ends it. What has not arrived is lost. Idempotent. */
    void end() {
        List<Frame> lost;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            lost = new ArrayList<>(sent.stream().map(Sent::frame).toList());
            lost.addAll(writing);
            lost.addAll(queue);
            sent.clear();
            writing.clear();
            queue.clear();
            queuedBytes = 0;
        }
        lost.forEach(EventStream::tellLost);
        tellEnd();
        hand();
    }

    /** Ends it, and has its connection let go of without waiting for a client that takes nothing. */
    void abort() {
        end();
        aborted.tryEmitEmpty();
    }

    /** Completes when it is aborted. */
    Mono<Void> aborted() {
        return aborted.asMono();
    }

    private void tellEnd() {
        Runnable task = whenEnded;
        if (task != null && told.compareAndSet(false, true)) {
            task.run();
        }
    }

    private static void tellLost(Frame frame) {
        if (frame.fate() != null) {
            frame.fate().lost();
        }
    }
}
