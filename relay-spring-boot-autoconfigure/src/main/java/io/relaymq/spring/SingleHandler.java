package io.relaymq.spring;

import io.relaymq.Delivery;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the listener for one delivery at a time. */
final class SingleHandler implements ListenerHandler {

    private static final Logger log = LoggerFactory.getLogger(SingleHandler.class);

    private final ListenerCall call;
    private final ErrorHandling errors;
    private final boolean byHand;

    SingleHandler(ListenerCall call, ErrorHandling errors, boolean byHand) {
        this.call = call;
        this.errors = errors;
        this.byHand = byHand;
    }

    @Override
    public CompletionStage<?> handle(Delivery delivery) {
        if (!byHand) {
            return guarded(delivery, stage(new Invocation(delivery, null)));
        }
        ManualAcknowledgment acknowledgment = new ManualAcknowledgment(List.of(delivery));
        CompletionStage<?> stage = stage(new Invocation(delivery, acknowledgment));
        stage.whenComplete((value, thrown) -> failed(delivery, thrown, acknowledgment));
        cancelWith(acknowledgment.settled(), stage);
        return acknowledgment.settled();
    }

    @SuppressWarnings("CatchingUnchecked") // an Error of the listener is a failure like any other
    private CompletionStage<?> stage(Invocation invocation) {
        try {
            return call.invoke(invocation);
        } catch (Throwable thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private CompletionStage<?> guarded(Delivery delivery, CompletionStage<?> stage) {
        if (errors.handler() == null) {
            return stage;
        }
        CompletableFuture<@Nullable Void> judged = new CompletableFuture<>();
        stage.whenComplete((value, thrown) -> complete(judged, thrown == null ? null : errors.judge(delivery, thrown)));
        cancelWith(judged, stage);
        return judged;
    }

    private void failed(Delivery delivery, @Nullable Throwable thrown, ManualAcknowledgment acknowledgment) {
        if (thrown == null) {
            return; // whoever has the acknowledgment settles, sooner or later
        }
        if (acknowledgment.isSettled()) {
            log.warn(
                    "Listener of subscription '{}' failed after it had settled message {} ({}); that changes nothing",
                    delivery.subscription(),
                    delivery.id(),
                    delivery.subject(),
                    thrown);
            return;
        }
        complete(acknowledgment.settled(), errors.judge(delivery, thrown));
    }

    static void complete(CompletableFuture<@Nullable Void> future, @Nullable Throwable failure) {
        if (failure == null) {
            future.complete(null);
        } else {
            future.completeExceptionally(failure);
        }
    }

    /** A future that is cancelled, because its time is over, has the listener's cancelled too. */
    private static void cancelWith(CompletableFuture<?> future, CompletionStage<?> stage) {
        if (stage instanceof CompletableFuture<?> cancellable) {
            future.whenComplete((value, failure) -> {
                if (future.isCancelled()) {
                    cancellable.cancel(true);
                }
            });
        }
    }
}
