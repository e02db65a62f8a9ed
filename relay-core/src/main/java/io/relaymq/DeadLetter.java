package io.relaymq;

import java.time.Instant;
import java.util.Map;

/**
 * A delivery that failed for good.
 *
 * @param id its own id, ascending in the order in which they died
 * @param messageId the message's id
 * @param subject the message's subject
 * @param headers the message's headers
 * @param data the message's payload, as it was stored
 * @param cause the class name of the last failure, or {@code stalled}
 * @param detail the last failure in words, with its causes
 * @param attempts attempts made
 * @param stalls stalls counted
 * @param replays how often it had been replayed before: above 0 it died again
 * @param firstFailedAt when it failed first, by the server's clock
 * @param diedAt when it became a dead letter
 * @param consumer the consumer that had it last
 */
public record DeadLetter(
        String id,
        String messageId,
        String subject,
        Map<String, String> headers,
        byte[] data,
        String cause,
        String detail,
        int attempts,
        int stalls,
        int replays,
        Instant firstFailedAt,
        Instant diedAt,
        String consumer) {

    public DeadLetter {
        headers = Map.copyOf(headers);
    }
}
