package io.relaymq.internal.consume;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.HandlerTimeoutException;
import io.relaymq.PayloadCodec;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.store.HeaderText;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Decodes, handles, and says how to settle. The one place where a user's handler is called. */
final class DeliveryPipeline {

    private final String broadcast;
    private final WorkerOptions options;
    private final PayloadCodec codec;
    private final AsyncMessageHandler handler;
    private final Verdicts verdicts;

    DeliveryPipeline(String broadcast, WorkerOptions options, PayloadCodec codec, AsyncMessageHandler handler) {
        this.broadcast = broadcast;
        this.options = options;
        this.codec = codec;
        this.handler = handler;
        this.verdicts = new Verdicts(options);
    }

    /** Calls the handler. Whatever it throws, Errors too, makes a stage that failed. */
    @SuppressWarnings("CatchingUnchecked") // whatever a handler throws counts as a failed attempt
    CompletionStage<?> handle(Held held, BooleanSupplier renewal) {
        try {
            CompletionStage<?> stage = handler.handle(decode(held, renewal));
            return stage != null ? stage : CompletableFuture.failedFuture(noStage(held));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private IllegalStateException noStage(Held held) {
        return new IllegalStateException("The handler of subscription '" + options.subscription()
                + "' returned null instead of a stage for message "
                + held.entry().id()
                + ": nothing tells when it is handled. The attempt counts as failed; return a completed stage for what is done at"
                + " once");
    }

    /** What follows from a handler's end. */
    Outcome outcome(Held held, @Nullable Throwable failure) {
        return failure == null ? Outcome.ACK : verdict(held, failure);
    }

    /** Also for a failure whose own methods fail, in a log or in a policy. */
    private Outcome verdict(Held held, Throwable failure) {
        try {
            return verdicts.of(held, failure);
        } catch (RuntimeException | Error e) {
            return verdicts.of(
                    held,
                    new IllegalStateException("The handler threw a "
                            + failure.getClass().getName() + " that cannot be described: a "
                            + e.getClass().getName() + " came of it"));
        }
    }

    /** The outcome of a handler that ran too long. */
    Outcome timedOut(Held held) {
        return verdicts.of(
                held, new HandlerTimeoutException("The handler ran longer than " + options.handlerTimeout()));
    }

    private ReceivedDelivery decode(Held held, BooleanSupplier renewal) {
        Map<String, String> headers = HeaderText.read(held.entry().headers());
        return new ReceivedDelivery(held, held.entry(), broadcast, options.subscription(), headers, codec, renewal);
    }
}
