package io.relaymq.benchmarks.bars;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.benchmarks.load.Body;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Messages at a steady rate that say when they were meant to be sent, until close. */
final class Probes implements AutoCloseable {

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "probes");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicLong sent = new AtomicLong();

    Probes(Broadcast broadcast, String subject, int perSecond) {
        long begin = System.nanoTime();
        long period = TimeUnit.SECONDS.toNanos(1) / perSecond;
        var unused = timer.scheduleAtFixedRate(
                () -> send(broadcast, subject, begin, period), period, period, TimeUnit.NANOSECONDS);
    }

    private void send(Broadcast broadcast, String subject, long begin, long period) {
        long number = sent.incrementAndGet();
        Future<?> unused = broadcast.publishAsync(Message.of(subject, Body.of(number, begin + number * period, 256)));
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
        timer.shutdownNow();
    }
}
