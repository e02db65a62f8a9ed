package io.relaymq.spring;

import io.relaymq.Delivery;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads payloads as a type and validates them.
 *
 * @param optional whether an empty one is an empty {@link Optional}
 * @param required if not, an empty one is null
 */
record PayloadReader(
        PayloadSource source, Type type, boolean required, boolean optional, PayloadValidator.@Nullable Check check) {

    @Nullable
    Object read(Delivery delivery) {
        if ((optional || !required) && delivery.data().length == 0) {
            return optional ? Optional.empty() : null;
        }
        Object payload = readRequired(delivery);
        return optional ? Optional.of(payload) : payload;
    }

    Object readRequired(Delivery delivery) {
        Object payload = source.payload(delivery, type);
        if (check != null) {
            check.requireValid(payload);
        }
        return payload;
    }
}
