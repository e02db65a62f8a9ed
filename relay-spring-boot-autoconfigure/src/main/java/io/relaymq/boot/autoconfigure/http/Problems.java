package io.relaymq.boot.autoconfigure.http;

import io.relaymq.BroadcastOverflowException;
import io.relaymq.DelayedMessagesFullException;
import io.relaymq.InvalidPatternException;
import io.relaymq.InvalidSubjectException;
import io.relaymq.MessageTooLargeException;
import io.relaymq.NoSubscribersException;
import io.relaymq.PayloadException;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.RelayException;
import io.relaymq.RetainedValuesFullException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;

/** What a failure is to a client over HTTP; also what became of its message. */
final class Problems {

    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    static Problem of(Throwable failure) {
        if (failure instanceof CompletionException && failure.getCause() != null) {
            return of(failure.getCause());
        }
        if (failure instanceof Problem problem) {
            return problem;
        }
        if (failure instanceof InvalidSubjectException) {
            return Problem.badRequest("invalid-subject", String.valueOf(failure.getMessage()));
        }
        if (failure instanceof InvalidPatternException) {
            return Problem.badRequest("invalid-pattern", String.valueOf(failure.getMessage()));
        }
        if (failure instanceof RelayException known) {
            return ofRelay(known);
        }
        if (failure instanceof JacksonException e) {
            return Problem.badRequest("invalid-json", e.getOriginalMessage());
        }
        if (failure instanceof DataBufferLimitException) {
            return tooLarge("The body is larger than this server takes. Nothing was stored.");
        }
        if (failure instanceof IllegalArgumentException e) {
            return Problem.badRequest("invalid-argument", String.valueOf(e.getMessage()));
        }
        if (failure instanceof IllegalStateException) { // the Relay is closed
            return Problem.unavailable("stopping", "This server is stopping. Nothing was stored.");
        }
        log.error("A request failed in a way that it should not", failure);
        return new Problem(HttpStatus.INTERNAL_SERVER_ERROR, "internal", "The server's log says more.");
    }

    private static Problem ofRelay(RelayException failure) {
        String said = String.valueOf(failure.getMessage());
        if (failure instanceof MessageTooLargeException) {
            return tooLarge(said);
        }
        if (failure instanceof PayloadException) {
            return Problem.badRequest("invalid-payload", said);
        }
        if (failure instanceof NoSubscribersException) {
            return new Problem(HttpStatus.CONFLICT, "no-subscribers", said);
        }
        if (failure instanceof BroadcastOverflowException
                || failure instanceof DelayedMessagesFullException
                || failure instanceof RetainedValuesFullException) {
            return new Problem(HttpStatus.SERVICE_UNAVAILABLE, "full", said).retryAfter(Duration.ofSeconds(10));
        }
        boolean unknown = failure instanceof PublishOutcomeUnknownException;
        return Problem.unavailable(unknown ? "outcome-unknown" : "redis-unavailable", said)
                .with("stored", unknown ? "unknown" : "no");
    }

    static Problem tooLarge(String detail) {
        return new Problem(HttpStatus.CONTENT_TOO_LARGE, "too-large", detail);
    }
}
