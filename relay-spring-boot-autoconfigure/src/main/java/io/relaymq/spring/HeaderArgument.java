package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.RejectMessageException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.ValueConstants;

/**
 * One {@code @Header} parameter.
 *
 * @param fallback the value if there is no such header; null: there is none
 */
record HeaderArgument(
        String name,
        boolean required,
        @Nullable String fallback,
        MethodParameter parameter,
        ConversionService conversion)
        implements ArgumentResolver {

    private static final TypeDescriptor TEXT = TypeDescriptor.valueOf(String.class);

    static HeaderArgument of(
            MethodParameter parameter, Header header, TextResolver text, ConversionService conversion) {
        String name = header.name().isEmpty() ? parameter.getParameterName() : text.text(header.name());
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("parameter " + (parameter.getParameterIndex() + 1)
                    + ": give @Header a name, or compile with -parameters");
        }
        String fallback =
                ValueConstants.DEFAULT_NONE.equals(header.defaultValue()) ? null : text.text(header.defaultValue());
        boolean required = header.required() && !parameter.isOptional();
        return new HeaderArgument(name, required, fallback, parameter.nestedIfOptional(), conversion);
    }

    @Override
    public @Nullable Object resolve(Delivery delivery) {
        String value = delivery.headers().getOrDefault(name, fallback);
        if (value == null && required) {
            throw new RejectMessageException("Message " + delivery.id() + " has no header '" + name + "'");
        }
        Object converted = value == null ? null : convert(delivery, value);
        return isOptional() ? Optional.ofNullable(converted) : converted;
    }

    private boolean isOptional() {
        return parameter.getParameterType() == Optional.class;
    }

    private @Nullable Object convert(Delivery delivery, String value) {
        if (parameter.getNestedParameterType() == String.class) {
            return value;
        }
        try {
            return conversion.convert(value, TEXT, new TypeDescriptor(parameter));
        } catch (ConversionException e) {
            throw new RejectMessageException(
                    "Cannot read header '" + name + "' of message " + delivery.id() + " as "
                            + parameter.getNestedParameterType().getName() + ": " + e.getMessage(),
                    e);
        }
    }
}
