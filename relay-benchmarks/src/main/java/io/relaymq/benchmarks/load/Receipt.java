package io.relaymq.benchmarks.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** What one subscription received. */
final class Receipt {

    private final AtomicLongArray seen = new AtomicLongArray(Work.MOST_MESSAGES / Long.SIZE);
    private final AtomicLong distinct = new AtomicLong();
    private final LongAdder repeated = new LongAdder();
    private final LongAdder strange = new LongAdder();
    private final LongAdder disordered = new LongAdder();
    private volatile long highest = -1;

    /** Of the publisher's thread. */
    private long expected;

    void expect() {
        expected++;
    }

    void received(long number) {
        long bit = 1L << number;
        if ((seen.getAndAccumulate((int) (number / Long.SIZE), bit, (a, b) -> a | b) & bit) != 0) {
            repeated.increment();
            return;
        }
        if (number < highest) {
            disordered.increment();
        } else {
            highest = number;
        }
        distinct.incrementAndGet();
    }

    void receivedStranger() {
        strange.increment();
    }

    /** How many are on their way. */
    long missing() {
        return expected - distinct.get();
    }

    long distinct() {
        return distinct.get();
    }

    Verdict verdict() {
        return new Verdict(missing(), strange.sum(), repeated.sum(), disordered.sum());
    }
}
