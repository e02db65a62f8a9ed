package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.RejectMessageException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;

/**
 * A parameter whose value is converted by the conversion service: a header, or a variable of the subject.
 *
 * @param what what it is, for errors
 * @param required whether it may not be missing
 */
record ConvertedArgument(
        String what, boolean required, Source source, MethodParameter parameter, ConversionService conversion)
        implements ArgumentResolver {

    /** Where the value comes from; null: there is none. */
    @FunctionalInterface
    interface Source {
        @Nullable
        Object value(Delivery delivery);
    }

    @Override
    public @Nullable Object resolve(Invocation invocation) {
        Delivery delivery = invocation.delivery();
        Object value = source.value(delivery);
        if (value == null && required) {
            throw new RejectMessageException(
                    "Message " + delivery.id() + " (" + delivery.subject() + ") has no " + what);
        }
        Object converted = value == null ? null : convert(delivery, value);
        return parameter.getParameterType() == Optional.class ? Optional.ofNullable(converted) : converted;
    }

    private @Nullable Object convert(Delivery delivery, Object value) {
        MethodParameter nested = parameter.nestedIfOptional();
        if (nested.getNestedParameterType().isInstance(value)) {
            return value;
        }
        try {
            return conversion.convert(
                    value instanceof String ? value : value.toString(),
                    TypeDescriptor.valueOf(String.class),
                    new TypeDescriptor(nested));
        } catch (ConversionException | IllegalArgumentException e) {
            throw new RejectMessageException(
                    "Cannot read " + what + " of message " + delivery.id() + " (" + delivery.subject() + ") as "
                            + nested.getNestedParameterType().getName() + ": " + e.getMessage(),
                    e);
        }
    }
}
