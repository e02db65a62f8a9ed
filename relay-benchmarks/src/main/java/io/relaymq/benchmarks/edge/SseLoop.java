package io.relaymq.benchmarks.edge;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** All clients, on one thread. */
final class SseLoop implements AutoCloseable {

    private static final int BUFFER = 64 * 1024;
    private static final long LONGEST_WAIT_MILLIS = 1_000;

    private interface Task {
        void run() throws IOException;
    }

    private record Later(long nanos, Task task) {}

    private final int port;
    private final Selector selector;
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Later> later =
            new PriorityQueue<>(Comparator.comparingLong(Later::nanos)); // the thread's
    private final List<SseClient> clients = new ArrayList<>(); // the thread's
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER); // the thread's
    private final Histogram nanos = new Histogram(3); // the thread's
    private final Thread thread = new Thread(this::loop, "clients");
    private volatile boolean closed;

    SseLoop(int port) throws IOException {
        this.port = port;
        this.selector = Selector.open();
        thread.setDaemon(true);
        thread.start();
    }

    /** Connects one more. */
    void add(Member member) {
        submit(() -> {
            SseClient client = new SseClient(member, port, member.fate() == Fate.STAYS ? this::delay : unused -> {});
            clients.add(client);
            client.connect(selector);
        });
    }

    private void delay(long delay) {
        nanos.recordValue(Math.max(0, delay));
    }

    /** Forgets the delays so far. */
    void measure() {
        submit(nanos::reset);
    }

    Histogram nanos() {
        return call(all -> nanos.copy());
    }

    /** Ends the connection of each that is to die at a time of its own, and connects those again that return. */
    void kill(Function<SseClient, Death> deaths) {
        submit(() -> {
            for (SseClient client : clients) {
                if (client.member().fate().dies()) {
                    Death death = deaths.apply(client);
                    later.add(new Later(
                            death.at(),
                            () -> client.close(client.member().fate().resets())));
                    if (client.member().fate().returns()) {
                        later.add(new Later(death.back(), () -> client.connect(selector)));
                    }
                }
            }
        });
    }

    /** When a client dies and when it is back, by {@link System#nanoTime()}. */
    record Death(long at, long back) {}

    /** Ends every other connection by a reset. */
    void closeClients() {
        submit(() -> {
            boolean reset = false;
            for (SseClient client : clients) {
                client.close(reset);
                reset = !reset;
            }
        });
    }

    /** Asks something of all clients. */
    <T> T call(Function<List<SseClient>, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        submit(() -> {
            try {
                answer.complete(question.apply(clients));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer.orTimeout(1, TimeUnit.MINUTES).join();
    }

    private void submit(Task task) {
        tasks.add(task);
        selector.wakeup();
    }

    private void loop() {
        try {
            while (!closed) {
                selector.select(this::ready, waitMillis());
                for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                while (!later.isEmpty() && later.element().nanos() <= System.nanoTime()) {
                    later.remove().task().run();
                }
            }
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(); // whoever calls finds out
        }
    }

    private long waitMillis() {
        if (later.isEmpty()) {
            return LONGEST_WAIT_MILLIS;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(later.element().nanos() - System.nanoTime());
        return Math.max(1, Math.min(LONGEST_WAIT_MILLIS, left)); // 0 would be for ever
    }

    private void ready(SelectionKey key) {
        SseClient client = (SseClient) key.attachment();
        try {
            client.ready(key, buffer);
        } catch (IOException e) {
            System.err.println("The connection of " + client.member().path() + " broke: " + e);
            submit(client::broke);
        }
    }

    @Override
    public void close() throws IOException {
        closeClients();
        submit(() -> closed = true);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(LONGEST_WAIT_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        selector.close();
    }
}
