package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.RejectMessageException;
import io.relaymq.Subjects;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.DestinationVariable;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.ValueConstants;
import org.springframework.messaging.support.MessageBuilder;

/** Decides, once for each parameter of a listener's method, where its value comes from. */
final class ArgumentResolvers {

    private final ListenerServices services;
    private final SubjectTemplates templates;
    private final Class<?> targetClass;

    ArgumentResolvers(ListenerServices services, SubjectTemplates templates, Class<?> targetClass) {
        this.services = services;
        this.templates = templates;
        this.targetClass = targetClass;
    }

    /** What has a meaning of its own; null if it can only be the payload. */
    @Nullable
    ArgumentResolver known(MethodParameter parameter) {
        ArgumentResolver annotated = annotated(parameter);
        return annotated != null ? annotated : custom(parameter);
    }

    private @Nullable ArgumentResolver annotated(MethodParameter parameter) {
        if (parameter.hasParameterAnnotation(Headers.class)) {
            requireMap(parameter);
            return invocation -> invocation.delivery().headers();
        }
        if (parameter.hasParameterAnnotation(Header.class)) {
            return header(parameter);
        }
        if (parameter.hasParameterAnnotation(DestinationVariable.class)) {
            return variable(parameter);
        }
        return message(parameter, GenericTypeResolver.resolveType(parameter.getGenericParameterType(), targetClass));
    }

    /** What stands for the whole message; null if the type does not. */
    @Nullable
    ArgumentResolver message(MethodParameter parameter, Type type) {
        Class<?> raw = ParameterTypes.raw(type);
        if (raw == Delivery.class) {
            return Invocation::delivery;
        }
        if (raw == MessageHeaders.class) {
            return invocation -> RelayHeaders.of(invocation.delivery());
        }
        if (raw == RelayMessage.class || raw == Message.class) {
            PayloadReader payload = payload(parameter, ParameterTypes.onlyArgument(type));
            return raw == Message.class ? spring(payload) : relay(payload);
        }
        return null;
    }

    private static ArgumentResolver relay(PayloadReader payload) {
        return invocation -> {
            Delivery delivery = invocation.delivery();
            return new RelayMessage<>(
                    delivery.id(),
                    delivery.subject(),
                    delivery.publishedAt(),
                    delivery.headers(),
                    payload.readRequired(delivery));
        };
    }

    private static ArgumentResolver spring(PayloadReader payload) {
        return invocation -> {
            Delivery delivery = invocation.delivery();
            return MessageBuilder.createMessage(payload.readRequired(delivery), RelayHeaders.of(delivery));
        };
    }

    private @Nullable ArgumentResolver custom(MethodParameter parameter) {
        for (RelayArgumentResolver resolver : services.resolvers()) {
            if (resolver.supports(parameter)) {
                return invocation -> resolver.resolve(parameter, invocation.delivery());
            }
        }
        return null;
    }

    /** The bare payload. */
    ArgumentResolver payload(MethodParameter parameter) {
        boolean optional = parameter.getParameterType() == Optional.class;
        Type whole = GenericTypeResolver.resolveType(parameter.getGenericParameterType(), targetClass);
        PayloadReader reader = payload(parameter, optional ? ParameterTypes.onlyArgument(whole) : whole);
        return invocation -> reader.read(invocation.delivery());
    }

    PayloadReader payload(MethodParameter parameter, Type type) {
        ParameterTypes.requirePayload(parameter, ParameterTypes.raw(type));
        Payload annotation = parameter.getParameterAnnotation(Payload.class);
        if (annotation != null && !annotation.expression().isEmpty()) {
            throw new IllegalArgumentException(ParameterTypes.name(parameter) + ": @Payload with an expression is not"
                    + " supported, take the whole payload");
        }
        return new PayloadReader(
                services.payloads(),
                type,
                annotation == null || annotation.required(),
                parameter.getParameterType() == Optional.class,
                services.validator().check(parameter));
    }

    private ArgumentResolver header(MethodParameter parameter) {
        Header header = Objects.requireNonNull(parameter.getParameterAnnotation(Header.class));
        String name = name(parameter, header.name(), "@Header");
        String fallback = ValueConstants.DEFAULT_NONE.equals(header.defaultValue())
                ? null
                : services.text().text(header.defaultValue());
        boolean required = header.required() && fallback == null && !parameter.isOptional();
        return new ConvertedArgument(
                "header '" + name + "'",
                required,
                delivery -> {
                    Object value = RelayHeaders.value(delivery, name);
                    return value != null ? value : fallback;
                },
                parameter,
                services.conversion());
    }

    private ArgumentResolver variable(MethodParameter parameter) {
        DestinationVariable annotation =
                Objects.requireNonNull(parameter.getParameterAnnotation(DestinationVariable.class));
        String name = name(parameter, annotation.value(), "@DestinationVariable");
        if (!parameter.isOptional()) {
            templates.requireVariable(name);
        }
        return new ConvertedArgument(
                "segment {" + name + "}",
                !parameter.isOptional(),
                delivery -> decoded(delivery, name),
                parameter,
                services.conversion());
    }

    private @Nullable Object decoded(Delivery delivery, String name) {
        String segment = templates.segment(delivery.subject(), name);
        try {
            return segment == null ? null : Subjects.decodeSegment(segment);
        } catch (IllegalArgumentException e) {
            throw new RejectMessageException(
                    "Cannot decode segment {" + name + "} of message " + delivery.id() + " (" + delivery.subject()
                            + "): " + e.getMessage(),
                    e);
        }
    }

    private String name(MethodParameter parameter, String given, String annotation) {
        String name =
                given.isEmpty() ? parameter.getParameterName() : services.text().text(given);
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException(
                    ParameterTypes.name(parameter) + ": give " + annotation + " a name, or compile with -parameters");
        }
        return name;
    }

    private static void requireMap(MethodParameter parameter) {
        if (!parameter.getParameterType().isAssignableFrom(Map.class)) {
            throw new IllegalArgumentException(ParameterTypes.name(parameter)
                    + " with @Headers must be a Map<String, String>, not "
                    + parameter.getParameterType().getName());
        }
    }
}
