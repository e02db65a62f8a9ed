package io.relaymq.functional;

import static org.awaitility.Awaitility.await;

import io.relaymq.Delivery;
import io.relaymq.MessageHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A handler that waits until it is opened; then it keeps what it was given. */
public final class Gate implements MessageHandler {

    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger entered = new AtomicInteger();
    private final Received received = new Received();

    @Override
    public void handle(Delivery delivery) throws InterruptedException {
        entered.incrementAndGet();
        open.await();
        received.handle(delivery);
    }

    public void open() {
        open.countDown();
    }

    /** Calls begun. */
    public int entered() {
        return entered.get();
    }

    public void awaitEntered(int calls) {
        await().atMost(Fixture.LONG).until(() -> entered.get() >= calls);
    }

    /** Calls ended. */
    public Received received() {
        return received;
    }
}
