package io.relaymq.fake;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.JsonCodec;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.MessageLog;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.RetainedValues;
import io.relaymq.Subscriptions;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Remembers what was published, and delivers what the test says. */
public final class FakeRelay implements Relay {

    public final List<Map.Entry<String, Message>> published = new CopyOnWriteArrayList<>();
    public final List<FakeWorker> everMade = new CopyOnWriteArrayList<>();
    /** Called with each worker that is made. */
    public volatile Consumer<FakeWorker> onSubscribe = worker -> {};

    /** Each is thrown by one publish. */
    public final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

    public volatile boolean connected = true;
    public volatile boolean closed;
    public volatile List<String> warnings = List.of();
    private final Map<String, Broadcast> broadcasts = new ConcurrentHashMap<>();

    @Override
    public Broadcast broadcast(String name) {
        if (!name.matches("[A-Za-z0-9_.-]{1,128}")) {
            throw new IllegalArgumentException("Expected a name, got: '" + name + "'");
        }
        return broadcasts.computeIfAbsent(name, FakeBroadcast::new);
    }

    @Override
    public List<BroadcastWorker> workers() {
        return List.copyOf(open());
    }

    /** The worker of the subscription. */
    public FakeWorker worker(String subscription) {
        return open().stream()
                .filter(worker -> worker.subscription().equals(subscription))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No worker " + subscription + " in " + open()));
    }

    private List<FakeWorker> open() {
        return everMade.stream()
                .filter(worker -> worker.state() != BroadcastWorker.State.CLOSED)
                .toList();
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void close(Duration timeout) {
        close();
    }

    private final class FakeBroadcast implements Broadcast {

        private final String name;

        FakeBroadcast(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public PublishResult publish(Message message) {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            RuntimeException failure = failures.poll();
            if (failure != null) {
                throw failure;
            }
            published.add(Map.entry(name, message));
            return new PublishResult(published.size() + "-0", message.subject(), 0, 0, Map.of(), false);
        }

        @Override
        public CompletableFuture<PublishResult> publishAsync(Message message) {
            return CompletableFuture.completedFuture(publish(message));
        }

        @Override
        public List<PublishResult> publishAll(List<Message> messages) {
            List<PublishResult> results = new ArrayList<>();
            messages.forEach(message -> results.add(publish(message)));
            return results;
        }

        @Override
        public boolean cancel(String id) {
            return false;
        }

        @Override
        public MessageLog log() {
            throw new UnsupportedOperationException("log");
        }

        @Override
        public BroadcastWorker subscribe(WorkerOptions options, MessageHandler handler) {
            return subscribeAsync(options, delivery -> {
                handler.handle(delivery);
                return CompletableFuture.completedFuture(null);
            });
        }

        @Override
        public BroadcastWorker subscribeAsync(WorkerOptions options, AsyncMessageHandler handler) {
            FakeWorker worker = new FakeWorker(name, options, handler, new JsonCodec());
            onSubscribe.accept(worker);
            everMade.add(worker);
            return worker;
        }

        @Override
        public RetainedValues retained() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Subscriptions subscriptions() {
            throw new UnsupportedOperationException();
        }
    }
}
