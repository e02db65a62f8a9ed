package io.relaymq.spring;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Publishing, as an application injects it. Thread-safe. Errors are those of {@link Broadcast#publish(Message)}. A publish is at
 * once and knows nothing of transactions, but for {@link #publishAfterCommit}.
 *
 * @see RelayTemplate
 */
public interface RelayOperations {

    /** Publishes to the default broadcast and waits for the answer. */
    default PublishResult publish(String subject, @Nullable Object payload) {
        return publish(Message.of(subject, payload));
    }

    /** Publishes to the broadcast of that name and waits for the answer. */
    default PublishResult publish(String broadcast, String subject, @Nullable Object payload) {
        return on(broadcast).publish(subject, payload);
    }

    /** Publishes to the default broadcast, with the options of the message, and waits for the answer. */
    PublishResult publish(Message message);

    /** As {@link #publish(String, Object)}, without waiting. */
    default CompletableFuture<PublishResult> publishAsync(String subject, @Nullable Object payload) {
        return publishAsync(Message.of(subject, payload));
    }

    /** As {@link #publish(String, String, Object)}, without waiting. */
    default CompletableFuture<PublishResult> publishAsync(String broadcast, String subject, @Nullable Object payload) {
        return on(broadcast).publishAsync(subject, payload);
    }

    /** As {@link #publish(Message)}, without waiting. */
    CompletableFuture<PublishResult> publishAsync(Message message);

    /** Publishes many to the default broadcast, as {@link Broadcast#publishAll(List)}. */
    List<PublishResult> publishAll(List<Message> messages);

    /**
     * Publishes to the default broadcast after the transaction of the calling thread has committed; without one, at once. The payload is encoded now.
     *
     * <p>If the transaction is rolled back, nothing is published and the future is cancelled. If the publish fails after the
     * commit, the future fails and the exception comes out of the commit, that is, of the transactional method: the transaction is
     * committed all the same, and nobody will publish the message later. For that, write the message into the database in the same
     * transaction (an outbox). Between the commit and the publish a process may die, with the same result.
     *
     * @return completes with the result when the message has been published
     * @throws io.relaymq.PayloadException if the payload cannot be encoded; what {@link #publish(Message)} throws if there is no
     *     transaction
     */
    CompletableFuture<PublishResult> publishAfterCommit(Message message);

    /** As {@link #publishAfterCommit(Message)}, without options. */
    default CompletableFuture<PublishResult> publishAfterCommit(String subject, @Nullable Object payload) {
        return publishAfterCommit(Message.of(subject, payload));
    }

    /**
     * The same, with that broadcast as the default.
     *
     * @throws IllegalArgumentException if a broadcast cannot have that name
     */
    RelayOperations on(String broadcast);

    /** Begins a message whose options are named one by one. */
    RelayPublication message(@Nullable Object payload);
}
