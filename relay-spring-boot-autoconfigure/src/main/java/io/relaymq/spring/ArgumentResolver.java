package io.relaymq.spring;

import io.relaymq.Delivery;
import org.jspecify.annotations.Nullable;

/** Takes one argument of a listener's method from a delivery. */
@FunctionalInterface
interface ArgumentResolver {

    /**
     * The argument; null only where the parameter may be null.
     *
     * @throws io.relaymq.PayloadException if the payload cannot be converted
     * @throws io.relaymq.RejectMessageException if a header is missing or cannot be converted
     */
    @Nullable
    Object resolve(Delivery delivery);
}
