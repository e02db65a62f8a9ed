package io.relaymq.functional;

import io.relaymq.Delivery;
import io.relaymq.MessageHandler;

/** A handler that keeps what it is given and fails, until it is mended. */
public final class Failing implements MessageHandler {

    private final Received received = new Received();
    private volatile boolean mended;

    @Override
    public void handle(Delivery delivery) {
        received.handle(delivery);
        if (!mended) {
            throw new IllegalStateException("cannot do that");
        }
    }

    public void mend() {
        mended = true;
    }

    public Received received() {
        return received;
    }
}
