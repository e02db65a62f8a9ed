package io.relaymq.campaign;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.bootstrap.RelayBuilder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Publishes numbered messages at an even rate and logs each: {@code sent number subject millis}, and later {@code ok number id
 * millis}, {@code unknown number} or {@code failed number class}. Commands on standard input: {@code send subject},
 * {@code stop}; at its end the process ends.
 */
final class CampaignPublisher {

    private static final int WINDOW = 5_000;

    /** What it did not come to send for longer than that, it does not make up for. */
    private static final long LATEST = TimeUnit.MILLISECONDS.toNanos(100);

    /** Ends a publisher whose publishes do not all end. */
    static final int NEVER_ANSWERED = 3;

    private final Semaphore window = new Semaphore(WINDOW);
    private final AtomicLong number;
    private final Random random;
    private final Broadcast events;
    private final LineLog log;
    private volatile boolean stopped;

    private CampaignPublisher(Broadcast events, LineLog log, long first, long seed) {
        this.events = events;
        this.log = log;
        this.number = new AtomicLong(first);
        this.random = new Random(seed);
    }

    /** Arguments: uri, cap, first number, seed, messages a second, log. */
    public static void main(String[] args) throws Exception {
        Relay relay = RelayBuilder.forClient(RedisClient.create(args[0]))
                .options(Setup.relay(Long.parseLong(args[1])))
                .build();
        LineLog log = new LineLog(Path.of(args[5]));
        CampaignPublisher publisher = new CampaignPublisher(
                relay.broadcast(Setup.BROADCAST), log, Long.parseLong(args[2]), Long.parseLong(args[3]));
        long period = TimeUnit.SECONDS.toNanos(1) / Long.parseLong(args[4]);
        warmUp(relay.broadcast("other"));
        log.line("ready");
        Thread load = new Thread(() -> publisher.load(period), "load");
        load.start();
        boolean orderly = publisher.obey();
        publisher.stopped = true;
        load.join();
        boolean answered = !orderly || publisher.window.tryAcquire(WINDOW, 30, TimeUnit.SECONDS);
        Runtime.getRuntime().halt(answered ? 0 : NEVER_ANSWERED);
    }

    /** As often as a cold JVM needs to keep up with the load. */
    private static void warmUp(Broadcast other) {
        for (int i = 0; i < 2_000; i++) {
            other.publish("warm.up", i);
        }
    }

    /** Returns whether it was told to stop. */
    private boolean obey() throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            if (line.equals("stop")) {
                return true;
            }
            send(line.substring("send ".length()));
        }
        return false;
    }

    private void load(long period) {
        for (long due = System.nanoTime(); !stopped; due = Math.max(due + period, System.nanoTime() - LATEST)) {
            send(subject());
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
        }
    }

    private String subject() {
        return switch (random.nextInt(4)) {
            case 0 -> "a.one";
            case 1 -> "b.one.two";
            case 2 -> "b";
            default -> "c.one";
        };
    }

    private void send(String subject) {
        window.acquireUninterruptibly();
        long n = number.getAndIncrement();
        log.line("sent", n, subject, System.currentTimeMillis());
        try {
            var unused = events.publishAsync(Message.of(subject, n))
                    .whenComplete((result, failure) -> answered(n, result, failure));
        } catch (RuntimeException e) {
            answered(n, null, e);
        }
    }

    private void answered(long n, @Nullable PublishResult result, @Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (result != null) {
            log.line("ok", n, result.id(), System.currentTimeMillis());
        } else if (cause instanceof PublishOutcomeUnknownException) {
            log.line("unknown", n);
        } else {
            log.line("failed", n, String.valueOf(cause).replace(' ', '_'));
        }
        window.release();
    }
}
