package io.relaymq.spring;

import io.relaymq.Delivery;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;

/**
 * Gives listeners' parameters a meaning of one's own. Beans of this type are asked in their order, before a parameter is taken
 * for the payload. Thread-safe.
 */
public interface RelayArgumentResolver {

    /** Whether it gives this parameter its value. Asked once, at the start. */
    boolean supports(MethodParameter parameter);

    /** The value. What it throws counts as thrown by the listener; not for batches. */
    @Nullable
    Object resolve(MethodParameter parameter, Delivery delivery) throws Exception;
}
