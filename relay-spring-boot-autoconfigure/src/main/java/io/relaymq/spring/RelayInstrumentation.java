package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at everything that the application publishes and handles through its Relay, such as for meters and traces. Beans of
 * this type are asked in their order, the first one outermost; what they throw is logged and changes nothing. Thread-safe.
 *
 * <p>It is not asked for a {@link io.relaymq.Relay} that the application defines itself.
 */
public interface RelayInstrumentation {

    /**
     * A message is to be published; called on the thread that publishes.
     *
     * @return told of the outcome; null if it does not matter
     */
    default @Nullable Publishing publishing(String broadcast, Message message) {
        return null;
    }

    /**
     * A handler is to be called; called on its thread.
     *
     * @return told of the outcome; null if it does not matter
     */
    default @Nullable Handling handling(Delivery delivery) {
        return null;
    }

    /**
     * A listener is to be called with a batch; called on its thread. For each of the deliveries {@link #handling} has been called
     * before, and its end is told when it is known what becomes of that delivery.
     *
     * @param batch what the listener is given, in its order; at least one
     * @return told of the outcome of the call; null if it does not matter
     */
    default @Nullable Handling handlingBatch(List<Delivery> batch) {
        return null;
    }

    /** One publish. */
    interface Publishing {

        /** What is published in place of the message given: the same with other headers, say. */
        Message message();

        /**
         * It has ended, on whatever thread.
         *
         * @param result null if it failed
         * @param failure null if it did not
         */
        void finished(@Nullable PublishResult result, @Nullable Throwable failure);
    }

    /** One run of a handler, or one call with a batch. */
    interface Handling {

        /** The handler has returned or thrown; called on its thread, always and once, before {@link #finished}. */
        default void returned() {}

        /**
         * The outcome is known, on whatever thread.
         *
         * @param failure null if the delivery was handled
         */
        void finished(@Nullable Throwable failure);
    }
}
