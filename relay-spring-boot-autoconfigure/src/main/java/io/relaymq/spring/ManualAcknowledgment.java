package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.RejectMessageException;
import io.relaymq.ReleaseMessageException;
import io.relaymq.RetryAfterException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Settles by completing a future, which a future does only once. */
final class ManualAcknowledgment implements Acknowledgment {

    private final List<Delivery> deliveries;
    private final CompletableFuture<@Nullable Void> settled = new CompletableFuture<>();

    ManualAcknowledgment(List<Delivery> deliveries) {
        this.deliveries = deliveries;
    }

    /** Completes when it is settled, as it is settled. */
    CompletableFuture<@Nullable Void> settled() {
        return settled;
    }

    @Override
    public void ack() {
        require(settled.complete(null));
    }

    @Override
    public void retry() {
        retry(new RetryRequestedException());
    }

    @Override
    public void retry(Throwable cause) {
        require(settled.completeExceptionally(cause));
    }

    @Override
    public void retryAfter(Duration delay) {
        retry(new RetryAfterException(delay));
    }

    @Override
    public void deadLetter(String reason) {
        retry(new RejectMessageException(reason));
    }

    @Override
    public void release() {
        retry(new ReleaseMessageException("The listener gave it back"));
    }

    @Override
    public boolean renew() {
        boolean all = true;
        for (Delivery delivery : deliveries) {
            all &= delivery.renew();
        }
        return all;
    }

    @Override
    public boolean isSettled() {
        return settled.isDone();
    }

    private void require(boolean first) {
        if (!first) {
            Delivery delivery = deliveries.get(0);
            throw new IllegalStateException("Message " + delivery.id() + " (" + delivery.subject()
                    + ") to subscription '" + delivery.subscription() + "' "
                    + (settled.isCancelled()
                            ? "has run out of its handler-timeout: its attempt has failed already"
                            : "has been settled before: this call changes nothing"));
        }
    }
}
