package io.relaymq.benchmarks.load;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** What all subscriptions received, compared with what they should have. */
public final class Receipts implements Receiver {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = 100_000;
    private static final int DIGITS = 3;

    private final Work work;
    private final List<Receipt> receipts;
    private final Recorder nanos = new Recorder(DIGITS);

    public Receipts(Work work) {
        this.work = work;
        this.receipts =
                Stream.generate(Receipt::new).limit(work.subscriptions()).toList();
    }

    /** A message is about to be sent. Of the publisher's thread, as are the other questions about what is expected. */
    void expect(long number) {
        for (int i = 0; i < receipts.size(); i++) {
            if (work.wants(i, number)) {
                receipts.get(i).expect();
            }
        }
    }

    @Override
    public void received(int subscription, String subject, byte[] body) {
        nanos.recordValue(Math.max(0, System.nanoTime() - Body.nanos(body)));
        long number = Body.number(body);
        Receipt receipt = receipts.get(subscription);
        if (work.wants(subscription, number) && subject.equals(Addresses.subject(number))) {
            receipt.received(number);
        } else {
            receipt.receivedStranger();
        }
    }

    /** How many deliveries the slowest subscription is behind. */
    long lag() {
        long lag = 0;
        for (Receipt receipt : receipts) {
            lag = Math.max(lag, receipt.missing());
        }
        return lag;
    }

    /** Waits until no subscription is more than so many behind. False if nothing comes any more. */
    public boolean awaitLag(long most) {
        long seen = -1;
        long since = System.nanoTime();
        while (lag() > most) {
            long now = System.nanoTime();
            if (delivered() != seen) {
                seen = delivered();
                since = now;
            } else if (now - since > PATIENCE.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** Deliveries so far, repeated ones not counted. */
    public long delivered() {
        return receipts.stream().mapToLong(Receipt::distinct).sum();
    }

    /** Nanoseconds from when a message was meant to be sent to its handler, since this was called last. */
    public Histogram nanos() {
        return nanos.getIntervalHistogram();
    }

    /** Whether all is well. */
    public Verdict verdict() {
        return Verdict.sum(receipts.stream().map(Receipt::verdict).toList());
    }
}
