package io.relaymq.spring;

import io.relaymq.Delivery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of a listener's method.
 *
 * @param items what a batch's list holds; empty if it is no batch
 * @param batch all deliveries of a batch; empty if it is none
 * @param acknowledgment null unless the method settles by hand
 */
record Invocation(
        Delivery delivery,
        List<?> items,
        List<Delivery> batch,
        @Nullable ManualAcknowledgment acknowledgment) {

    /** Of one delivery. */
    Invocation(Delivery delivery, @Nullable ManualAcknowledgment acknowledgment) {
        this(delivery, List.of(), List.of(), acknowledgment);
    }
}
