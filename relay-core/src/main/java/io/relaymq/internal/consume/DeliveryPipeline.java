package io.relaymq.internal.consume;

import io.relaymq.MessageHandler;
import io.relaymq.PayloadCodec;
import io.relaymq.PayloadException;
import io.relaymq.RejectMessageException;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Held;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Decodes, handles, and says how to settle. The one place where a user's handler is called. */
final class DeliveryPipeline {

    private static final Logger log = LoggerFactory.getLogger(DeliveryPipeline.class);
    private static final JsonMapper HEADERS = JsonMapper.builder().build();
    private static final TypeReference<Map<String, String>> HEADERS_TYPE = new TypeReference<>() {};

    private final String broadcast;
    private final WorkerOptions options;
    private final PayloadCodec codec;
    private final MessageHandler handler;

    DeliveryPipeline(String broadcast, WorkerOptions options, PayloadCodec codec, MessageHandler handler) {
        this.broadcast = broadcast;
        this.options = options;
        this.codec = codec;
        this.handler = handler;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a handler throws counts as a failed attempt, Errors too
    Outcome run(Held held) {
        try {
            handler.handle(decode(held));
            return Outcome.ACK;
        } catch (Throwable failure) {
            return decide(held, failure);
        } finally {
            var unused = Thread.interrupted(); // an interrupt that a handler left behind is not for the next one
        }
    }

    private ReceivedDelivery decode(Held held) {
        return new ReceivedDelivery(held, broadcast, options.subscription(), headers(held), codec);
    }

    private static Map<String, String> headers(Held held) {
        byte[] headers = held.entry().headers();
        try {
            return headers.length == 0 ? Map.of() : Map.copyOf(HEADERS.readValue(headers, HEADERS_TYPE));
        } catch (JacksonException | NullPointerException e) {
            throw new PayloadException(
                    "Cannot read the headers of message " + held.entry().id() + ": expected a JSON object of strings.",
                    e);
        }
    }

    private Outcome decide(Held held, Throwable failure) {
        if (failure instanceof RejectMessageException || failure instanceof PayloadException) {
            return dead(held, failure, "it was rejected");
        }
        if (held.attempt() >= options.maxAttempts()) {
            return dead(held, failure, "that was the last of " + options.maxAttempts() + " attempts");
        }
        Duration delay = delay(held, failure);
        log.info(
                "{}: attempt {} failed, next in {} ms: {}",
                name(held),
                held.attempt(),
                delay.toMillis(),
                failure.toString());
        return new Outcome.Retry(delay, failure);
    }

    private Outcome dead(Held held, Throwable failure, String why) {
        log.warn("{} is a dead letter now: attempt {} failed and {}", name(held), held.attempt(), why, failure);
        return new Outcome.DeadLetter(failure);
    }

    private Duration delay(Held held, Throwable failure) {
        try {
            Duration delay = options.retryPolicy().delay(held.attempt(), failure);
            return delay.isNegative() ? Duration.ZERO : delay;
        } catch (RuntimeException e) {
            log.warn("The retry policy of subscription '{}' failed; the default is used", options.subscription(), e);
            return WorkerOptions.DEFAULT_RETRY_POLICY.delay(held.attempt(), failure);
        }
    }

    private String name(Held held) {
        return "Message " + held.entry().id() + " (" + held.entry().subject() + ") to subscription '"
                + options.subscription() + "'";
    }
}
