package io.relaymq.internal.consume;

import java.time.Duration;

/** How a delivery ended. */
sealed interface Outcome {

    /** The handler returned. */
    record Ack() implements Outcome {}

    /** Its time to live was over before it was handled. */
    record Expired() implements Outcome {}

    /** It failed and runs again after the delay; {@code spent} if that counts as an attempt. */
    record Retry(Duration delay, Throwable failure, boolean spent) implements Outcome {}

    /** It failed for good. */
    record DeadLetter(Throwable failure) implements Outcome {}

    /** It is given back unrun, and due after the delay. */
    record Release(Duration delay) implements Outcome {}

    Outcome ACK = new Ack();
    Outcome EXPIRED = new Expired();
}
