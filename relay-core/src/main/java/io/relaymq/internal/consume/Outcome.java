package io.relaymq.internal.consume;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a delivery ended. */
sealed interface Outcome {

    /** The handler returned. */
    record Ack() implements Outcome {}

    /** It failed and runs again after the delay. */
    record Retry(Duration delay, Throwable failure) implements Outcome {}

    /** It failed for good. */
    record DeadLetter(Throwable failure) implements Outcome {}

    Outcome ACK = new Ack();

    /** What went wrong; null for an ack. */
    static @Nullable Throwable failureOf(Outcome outcome) {
        return outcome instanceof Retry retry
                ? retry.failure()
                : outcome instanceof DeadLetter dead ? dead.failure() : null;
    }
}
