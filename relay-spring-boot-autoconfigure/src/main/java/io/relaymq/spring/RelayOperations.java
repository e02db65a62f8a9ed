package io.relaymq.spring;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Publishing, as an application injects it. Thread-safe. Errors are those of {@link Broadcast#publish(Message)}.
 *
 * @see RelayTemplate
 */
public interface RelayOperations {

    /** Publishes to the default broadcast and waits for the answer. */
    default PublishResult publish(String subject, @Nullable Object payload) {
        return publish(Message.of(subject, payload));
    }

    /** Publishes to the broadcast of that name and waits for the answer. */
    PublishResult publish(String broadcast, String subject, @Nullable Object payload);

    /** Publishes to the default broadcast, with headers if the message has some, and waits for the answer. */
    PublishResult publish(Message message);

    /** As {@link #publish(String, Object)}, without waiting. */
    default CompletableFuture<PublishResult> publishAsync(String subject, @Nullable Object payload) {
        return publishAsync(Message.of(subject, payload));
    }

    /** As {@link #publish(String, String, Object)}, without waiting. */
    CompletableFuture<PublishResult> publishAsync(String broadcast, String subject, @Nullable Object payload);

    /** As {@link #publish(Message)}, without waiting. */
    CompletableFuture<PublishResult> publishAsync(Message message);
}
