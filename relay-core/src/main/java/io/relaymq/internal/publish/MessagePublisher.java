package io.relaymq.internal.publish;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.Message;
import io.relaymq.MessageTooLargeException;
import io.relaymq.PayloadCodec;
import io.relaymq.PublishResult;
import io.relaymq.RelayOptions;
import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.HeaderText;
import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Publication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Publishes to one broadcast: checks, encodes, routes by the table it knows, appends. Thread-safe. For internal use. */
public final class MessagePublisher {

    private static final int MESSAGES_A_CALL = 100;
    private static final int BYTES_A_CALL = 1024 * 1024;
    private static final int COPIES_A_CALL = 10_000;
    private static final int CALLS_UNDER_WAY = 2_000;
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final BroadcastStore store;
    private final PayloadCodec codec;
    private final RelayOptions options;
    private final Consumer<BroadcastTrimmed> trimmed;
    private final Semaphore window = new Semaphore(CALLS_UNDER_WAY);
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile RouteTable table = RouteTable.UNKNOWN;

    /** @param trimmed told of what retention takes; must not throw */
    public MessagePublisher(
            BroadcastStore store, PayloadCodec codec, RelayOptions options, Consumer<BroadcastTrimmed> trimmed) {
        this.store = store;
        this.codec = codec;
        this.options = options;
        this.trimmed = trimmed;
    }

    /** Publishes one message. What is wrong with it is thrown at once; what goes wrong comes through the future. */
    public CompletableFuture<PublishResult> publish(Message message) {
        RouteTable routes = table;
        return append(routes, List.of(encode(routes, message))).thenApply(results -> results.get(0));
    }

    /** Publishes messages in order, call after call. */
    public CompletableFuture<List<PublishResult>> publishAll(List<Message> messages) {
        RouteTable routes = table;
        List<Outgoing> outgoing =
                messages.stream().map(message -> encode(routes, message)).toList();
        return appendFrom(routes, outgoing, 0, new ArrayList<>(messages.size()));
    }

    private CompletableFuture<List<PublishResult>> appendFrom(
            RouteTable routes, List<Outgoing> all, int from, List<PublishResult> results) {
        if (from == all.size()) {
            return CompletableFuture.completedFuture(results);
        }
        int to = endOfCall(all, from);
        return append(routes, all.subList(from, to)).thenCompose(some -> {
            results.addAll(some);
            return appendFrom(routes, all, to, results);
        });
    }

    /** As many messages as one call may take; at least one. */
    private static int endOfCall(List<Outgoing> all, int from) {
        long bytes = 0;
        long copies = 0;
        int to = from;
        while (to < all.size() && to - from < MESSAGES_A_CALL) {
            Outgoing next = all.get(to);
            bytes += next.data().length + next.headers().length;
            copies += next.subscriptions().size();
            if (to > from && (bytes > BYTES_A_CALL || copies > COPIES_A_CALL)) {
                break;
            }
            to++;
        }
        return to;
    }

    private Outgoing encode(RouteTable routes, Message message) {
        byte[] data = codec.encode(message.payload());
        byte[] headers = HeaderText.write(message.headers());
        long size = (long) data.length + headers.length;
        if (size > options.maxMessageSize()) {
            throw new MessageTooLargeException("Cannot publish to subject '" + message.subject() + "': the message has "
                    + size + " bytes, more than the limit of " + options.maxMessageSize() + ". It was not stored.");
        }
        return new Outgoing(message.subject(), headers, data, routes.route(message.subject()), terms(message));
    }

    private Outgoing.@Nullable Terms terms(Message message) {
        String key = message.idempotencyKey();
        if (key == null && message.timeToLive().isZero() && !message.requireSubscribers()) {
            return null;
        }
        return new Outgoing.Terms(
                millis(message.timeToLive()),
                message.requireSubscribers(),
                millis(options.idempotencyWindow()),
                key == null ? "" : key);
    }

    /** A time that is not zero stays one that is not, and one that is too long to count is cut. */
    private static long millis(Duration time) {
        Duration counted = time.compareTo(LONGEST) > 0 ? LONGEST : time;
        return counted.isZero() ? 0 : Math.max(1, counted.toMillis());
    }

    private CompletableFuture<List<PublishResult>> append(RouteTable routes, List<Outgoing> outgoing) {
        if (!enter()) {
            return CompletableFuture.failedFuture(new RelayUnavailableException("Cannot publish to subject '"
                    + outgoing.get(0).subject() + "': " + CALLS_UNDER_WAY
                    + " publishes are under way and none was answered. The message was not stored."));
        }
        return store.publish(routes.generation(), outgoing)
                .whenComplete((reply, failure) -> window.release())
                .thenApply(reply -> results(routes, outgoing, reply));
    }

    private boolean enter() {
        try {
            return window.tryAcquire()
                    || window.tryAcquire(options.commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<PublishResult> results(RouteTable routes, List<Outgoing> outgoing, Publication reply) {
        if (!reply.generation().equals(routes.generation())) {
            refresh();
        }
        if (reply.trimmed() > 0) {
            trimmed.accept(new BroadcastTrimmed(store.broadcast(), reply.trimmed(), reply.unreadDrops()));
        }
        List<PublishResult> results = new ArrayList<>(outgoing.size());
        int last = outgoing.size() - 1;
        for (int i = 0; i <= last; i++) {
            Publication.Appended appended = reply.appended().get(i);
            results.add(new PublishResult(
                    appended.id(),
                    outgoing.get(i).subject(),
                    appended.copies(),
                    i == last ? reply.trimmed() : 0,
                    i == last ? reply.unreadDrops() : Map.of(),
                    appended.duplicate()));
        }
        return results;
    }

    /** Reads the route table again, once however many publishes found it out of date. */
    private void refresh() {
        if (refreshing.compareAndSet(false, true)) {
            store.routes().whenComplete((routes, failure) -> {
                if (failure == null) {
                    table = new RouteTable(routes);
                }
                refreshing.set(false);
            });
        }
    }
}
