package io.relaymq;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A named log of messages. What is published to it is kept up to {@code max-messages} and copied, in the same step,
 * to every subscription whose patterns match. Thread-safe; not to be implemented by users.
 */
public interface Broadcast {

    /** The name given to {@link Relay#broadcast(String)}. */
    String name();

    /** {@link #publish(Message)} without headers. */
    default PublishResult publish(String subject, @Nullable Object payload) {
        return publish(Message.of(subject, payload));
    }

    /**
     * Publishes one message and waits: for room, for its turn and for the answer, up to {@link RelayOptions#commandTimeout()} each.
     *
     * @return the id and what became of the message
     * @throws InvalidSubjectException if the subject breaks a rule; nothing was stored
     * @throws RetainedValuesFullException if it is to be retained and too many subjects have a value; nothing was stored
     * @throws DelayedMessagesFullException if it is delayed and too many wait already; nothing was stored
     * @throws MessageTooLargeException if the encoded payload and headers pass {@link RelayOptions#maxMessageSize()};
     *     nothing was stored
     * @throws PayloadException if the payload cannot be encoded; nothing was stored
     * @throws RelayUnavailableException if Redis cannot be reached or refuses; nothing was stored
     * @throws PublishOutcomeUnknownException if the message was sent but no answer came; it may have been stored
     * @throws IllegalStateException if the Relay is closed
     */
    PublishResult publish(Message message);

    /**
     * As {@link #publish(Message)}, without waiting, also not for room: if {@link RelayOptions#maxInFlightPublishes()} are under way
     * already it fails at once with a {@link RelayUnavailableException}, and was not stored. All errors but those of wrong arguments
     * come through the future. What one thread publishes is stored in its order. Publishes that come while others are on their way
     * share a call to Redis; each has its own result and its own error.
     */
    CompletableFuture<PublishResult> publishAsync(Message message);

    /**
     * Publishes many messages in their order, and waits for all. They go in as few calls as the limits allow (100 messages, 1 MiB,
     * 1,000 copies each), up to eight of which are under way at a time. Each call is all or nothing. After one has failed no more
     * are sent; those that were under way with it may be stored.
     *
     * @return one result per message, in order
     * @throws PartialPublishException if the messages do not share one fate: it says which are stored, not stored, or unknown
     * @throws PublishOutcomeUnknownException as for {@link #publish(Message)}, if all share it; likewise the other errors
     */
    List<PublishResult> publishAll(List<Message> messages);

    /**
     * Takes a message back that was published with a delay and is not due yet. Its idempotency key stays known for its window.
     *
     * @param id of the result that said it is scheduled
     * @return false if there is no such message: it was published or cancelled
     * @throws RelayUnavailableException if Redis cannot be reached or does not answer; ask again
     */
    boolean cancel(String id);

    /**
     * Makes or joins a subscription and runs the handler for what it receives, from now on, in this process. Returns at
     * once, whether or not Redis can be reached; {@link BroadcastWorker#awaitReady} waits.
     *
     * @param options which subscription, which patterns, and how
     * @param handler called on the worker's threads, at most {@link WorkerOptions#concurrency()} at a time
     * @throws InvalidPatternException if a pattern breaks a rule
     * @throws IllegalStateException if this process already has a worker for that subscription, or the Relay is closed
     */
    BroadcastWorker subscribe(WorkerOptions options, MessageHandler handler);

    /** The retained values of this broadcast: the last message of a subject, if it was published to be one. */
    RetainedValues retained();

    /** What it keeps, to be read beside all subscriptions. */
    MessageLog log();

    /**
     * As {@link #subscribe}, for a handler whose work ends later than its call.
     *
     * @param handler called on the worker's threads; at most {@link WorkerOptions#concurrency()} of its stages are incomplete at
     *     a time
     * @throws InvalidPatternException if a pattern breaks a rule
     * @throws IllegalStateException if this process already has a worker for that subscription, or the Relay is closed
     */
    BroadcastWorker subscribeAsync(WorkerOptions options, AsyncMessageHandler handler);

    /**
     * The subscriptions of this broadcast, with or without a worker: create, describe, move, delete, dead letters.
     */
    Subscriptions subscriptions();
}
