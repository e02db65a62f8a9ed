package io.relaymq.internal.consume;

import io.relaymq.HandlerTimeoutException;
import io.relaymq.MessageHandler;
import io.relaymq.PayloadCodec;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.store.HeaderText;
import java.util.Map;

/** Decodes, handles, and says how to settle. The one place where a user's handler is called. */
final class DeliveryPipeline {

    private final String broadcast;
    private final WorkerOptions options;
    private final PayloadCodec codec;
    private final MessageHandler handler;
    private final Verdicts verdicts;

    DeliveryPipeline(String broadcast, WorkerOptions options, PayloadCodec codec, MessageHandler handler) {
        this.broadcast = broadcast;
        this.options = options;
        this.codec = codec;
        this.handler = handler;
        this.verdicts = new Verdicts(options);
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a handler throws counts as a failed attempt, Errors too
    Outcome run(Held held) {
        try {
            handler.handle(decode(held));
            return Outcome.ACK;
        } catch (Throwable failure) {
            return verdicts.of(held, failure);
        }
    }

    /** The outcome of a handler that ran too long. */
    Outcome timedOut(Held held) {
        return verdicts.of(
                held, new HandlerTimeoutException("The handler ran longer than " + options.handlerTimeout()));
    }

    private ReceivedDelivery decode(Held held) {
        Map<String, String> headers = HeaderText.read(held.entry().headers());
        return new ReceivedDelivery(held, broadcast, options.subscription(), headers, codec);
    }
}
