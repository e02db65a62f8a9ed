package io.relaymq.spring;

import org.jspecify.annotations.Nullable;

/** Takes one argument of a listener's method from a delivery. */
@FunctionalInterface
interface ArgumentResolver {

    /**
     * The argument; null only where the parameter may be null.
     *
     * @throws io.relaymq.PayloadException if the payload cannot be converted
     * @throws io.relaymq.RejectMessageException if something is missing or cannot be converted
     * @throws Exception what a resolver of the application throws
     */
    @Nullable
    Object resolve(Invocation invocation) throws Exception;
}
