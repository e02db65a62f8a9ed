package io.relaymq.benchmarks.bars;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.benchmarks.load.Body;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Messages at a steady rate that say when they were meant to be sent, until close. */
final class Probes implements AutoCloseable {

    private final AtomicLong sent = new AtomicLong();
    private volatile boolean closed;

    Probes(Broadcast broadcast, String subject, int perSecond) {
        long period = TimeUnit.SECONDS.toNanos(1) / perSecond;
        Thread sender = new Thread(() -> send(broadcast, subject, period), "probes");
        sender.setDaemon(true);
        sender.start();
    }

    private void send(Broadcast broadcast, String subject, long period) {
        for (long intended = System.nanoTime(); !closed; intended += period) {
            for (long left = intended - System.nanoTime(); left > 0; left = intended - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            Future<?> unused = broadcast.publishAsync(Message.of(subject, Body.of(sent.get(), intended, 256)));
            sent.incrementAndGet();
        }
    }

    /** Waits until so many more have been sent. */
    void await(long more) throws InterruptedException {
        long until = sent.get() + more;
        while (sent.get() < until) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
