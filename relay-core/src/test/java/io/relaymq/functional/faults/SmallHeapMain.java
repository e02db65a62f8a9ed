package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import io.relaymq.Message;
import io.relaymq.RejectMessageException;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.StartFrom;
import io.relaymq.Subscriptions;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What is done in a JVM with a small heap. Arguments: what, the server, the namespace, how many. Exits with 0 if it went well. */
final class SmallHeapMain {

    private static final int PAGE = 5;

    private SmallHeapMain() {}

    public static void main(String[] args) throws Exception {
        RelayOptions options = RelayOptions.defaults().withNamespace(args[2]);
        Relay relay = RelayBuilder.forClient(RedisClient.create(args[1]))
                .options(options)
                .build();
        Broadcast events = relay.broadcast("events");
        int count = Integer.parseInt(args[3]);
        boolean well = args[0].equals("publish") ? publish(events, count) : receive(events, count);
        Runtime.getRuntime().halt(well ? 0 : 1);
    }

    /** Nobody answers: each publish has to fail, and nothing may be kept of it. */
    private static boolean publish(Broadcast events, int count) throws InterruptedException {
        byte[] body = new byte[10_000];
        AtomicLong failed = new AtomicLong();
        CountDownLatch ended = new CountDownLatch(count);
        for (int n = 0; n < count; n++) {
            events.publishAsync(Message.of("n.x", body)).whenComplete((result, failure) -> {
                failed.addAndGet(failure == null ? 0 : 1);
                ended.countDown();
            });
        }
        return ended.await(60, TimeUnit.SECONDS) && failed.get() == count;
    }

    /** A long backlog of large bodies; every second one becomes a dead letter. */
    private static boolean receive(Broadcast events, int count) throws InterruptedException {
        CountDownLatch handled = new CountDownLatch(count);
        WorkerOptions options = WorkerOptions.of("reader", ">").concurrency(2).build();
        AtomicLong started = new AtomicLong();
        BroadcastWorker worker = events.subscribe(options, delivery -> {
            handled.countDown();
            if (started.incrementAndGet() % 2 == 0) {
                throw new RejectMessageException("every second one");
            }
        });
        boolean all = handled.await(60, TimeUnit.SECONDS);
        worker.close(Duration.ofSeconds(5));
        return all && inspect(events.subscriptions(), count);
    }

    private static boolean inspect(Subscriptions subscriptions, int count) {
        DeadLetters dead = subscriptions.deadLetters("reader");
        DeadLetterQuery any = DeadLetterQuery.all();
        return holds("a page of dead letters", dead.page(any, null, PAGE).size() == PAGE)
                && holds("all dead letters", dead.count() == count / 2)
                && holds("the subscription", subscriptions.names().equals(List.of("reader")))
                && holds(
                        "its backlog",
                        requireNonNull(subscriptions.describe("reader")).backlog() == 0)
                && holds("what a seek would bring", subscriptions.countAfter("reader", StartFrom.earliest()) == count)
                && holds("a replay", dead.replay(any, 0) == count / 2)
                && holds("a seek", subscriptions.seek("reader", StartFrom.earliest()))
                && holds("nothing left", dead.discard(any) == 0);
    }

    @SuppressWarnings("SystemOut") // it is how the two JVMs speak
    private static boolean holds(String what, boolean holds) {
        System.out.println("> " + what + (holds ? "" : " IS NOT AS EXPECTED"));
        return holds;
    }
}
