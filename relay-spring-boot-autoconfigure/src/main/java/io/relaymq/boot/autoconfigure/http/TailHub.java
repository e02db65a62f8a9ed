package io.relaymq.boot.autoconfigure.http;

import io.relaymq.Broadcast;
import io.relaymq.LogPage;
import io.relaymq.LoggedMessage;
import io.relaymq.MessageLog;
import io.relaymq.SubjectIndex;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The ephemeral streams of one broadcast: one reader for all of them, from the first client until some time after the last.
 *
 * <p>Invariant, under the lock: a client that is live has been given everything up to {@code position}.
 */
final class TailHub {

    private static final long LINGER = Duration.ofMinutes(5).toNanos();

    private final Broadcast broadcast;
    private final int buffer;
    private final LongSupplier nanoTime;
    private final Numbers numbers = new Numbers(); // guarded by this
    private final Set<TailClient> clients = new LinkedHashSet<>(); // guarded by this
    private @Nullable SubjectIndex<TailClient> index; // guarded by this; null = to be made anew
    private MessageLog.@Nullable Following following; // guarded by this
    private CompletableFuture<Cursor> ready = new CompletableFuture<>(); // guarded by this
    private Cursor position = Cursor.START; // guarded by this
    private int open; // guarded by this: clients, live or not
    private long neededAt; // guarded by this

    TailHub(Broadcast broadcast, int buffer, LongSupplier nanoTime) {
        this.broadcast = broadcast;
        this.buffer = buffer;
        this.nanoTime = nanoTime;
    }

    Broadcast broadcast() {
        return broadcast;
    }

    int buffer() {
        return buffer;
    }

    /** Starts to read, if it does not yet. Completes with where the log stands, when that is known. */
    synchronized CompletableFuture<Cursor> start() {
        neededAt = nanoTime.getAsLong();
        if (following == null) {
            ready = new CompletableFuture<>();
            following = broadcast.log().follow(this::take);
        }
        return ready.thenApply(first -> position());
    }

    private synchronized Cursor position() {
        return position;
    }

    /** Makes a client live that has been given everything; not one for which the log has more. */
    synchronized void goLive(TailClient client) {
        if (client.position().compareTo(position) < 0) {
            return;
        }
        if (clients.add(client)) {
            index = null;
        }
        client.becomeLive();
    }

    /** Under the lock, so that no message comes between what the cursor says and the cursor. */
    synchronized void beat(TailClient client) {
        client.addBeat(position);
    }

    synchronized void enter() {
        open++;
    }

    synchronized void leave(TailClient client) {
        remove(client);
        open--;
        neededAt = nanoTime.getAsLong();
    }

    synchronized void remove(TailClient client) {
        if (clients.remove(client)) {
            index = null;
        }
    }

    /** How many messages after a position are gone; null if none is. */
    synchronized Numbers.@Nullable Missed missed(Cursor after, LogPage page) {
        if (page.gapless()) {
            return null;
        }
        Numbers.Missed missed = numbers.missed(after, page);
        return missed.count() == 0 ? null : missed;
    }

    /** It reads on for a while, for clients that come back: they are told exactly what they missed. */
    synchronized void stopIfIdle() {
        if (open == 0 && nanoTime.getAsLong() - neededAt > LINGER) {
            stop();
        }
    }

    /** Stops to read. What it knows of the log stays. */
    synchronized void stop() {
        if (following != null) {
            following.close();
            following = null;
            ready.completeExceptionally(new IllegalStateException("stopped"));
        }
    }

    private void take(LogPage page) {
        Set<TailClient> touched = new LinkedHashSet<>();
        CompletableFuture<Cursor> told;
        synchronized (this) {
            Numbers.Missed missed = ready.isDone() ? missed(Cursor.of(page.after()), page) : null;
            numbers.learn(page);
            if (missed != null) {
                Frame gap = TailFrames.gap(Cursor.of(page.after()), page, missed);
                touched.addAll(clients);
                touched.forEach(client -> client.give(position, gap));
            }
            page.messages().forEach(message -> dispatch(message, touched));
            position = Cursor.of(page.next());
            told = ready;
        }
        told.complete(Cursor.of(page.next()));
        touched.forEach(TailClient::flush);
    }

    /** Called under the lock. */
    private void dispatch(LoggedMessage message, Set<TailClient> touched) {
        Cursor id = Cursor.of(message.id());
        position = id;
        if (message.expired() || clients.isEmpty()) {
            return;
        }
        LazyFrame frame = new LazyFrame(message);
        index().forEachMatch(message.subject(), client -> {
            if (client.isNext(id) && client.wants(message.subject())) {
                client.give(id, frame.get());
                touched.add(client);
            }
        });
    }

    private SubjectIndex<TailClient> index() {
        SubjectIndex<TailClient> current = index;
        if (current == null) {
            SubjectIndex.Builder<TailClient> builder = SubjectIndex.builder();
            clients.forEach(client -> positive(client.patterns()).forEach(pattern -> builder.add(pattern, client)));
            current = builder.build();
            index = current;
        }
        return current;
    }

    private static List<String> positive(List<String> patterns) {
        List<String> positive =
                patterns.stream().filter(one -> !one.startsWith("!")).toList();
        return positive.isEmpty() ? List.of(">") : positive;
    }

    /** Made for the first client that wants it, and shared by all. */
    private static final class LazyFrame {

        private final LoggedMessage message;
        private @Nullable Frame frame;

        LazyFrame(LoggedMessage message) {
            this.message = message;
        }

        Frame get() {
            Frame made = frame;
            if (made == null) {
                made = TailFrames.message(message);
                frame = made;
            }
            return made;
        }
    }
}
