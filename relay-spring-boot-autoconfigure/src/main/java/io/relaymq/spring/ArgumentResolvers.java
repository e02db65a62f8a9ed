package io.relaymq.spring;

import io.relaymq.Delivery;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.convert.ConversionService;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;

/** Decides, once for each parameter of a listener's method, where its value comes from. */
final class ArgumentResolvers {

    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final TextResolver text;
    private final ConversionService conversion;

    ArgumentResolvers(TextResolver text, ConversionService conversion) {
        this.text = text;
        this.conversion = conversion;
    }

    /**
     * @throws IllegalArgumentException if a parameter or the result has no meaning
     */
    ArgumentResolver[] of(ListenerMethod listener) {
        requireSynchronous(listener.method().getReturnType());
        MethodParameter[] parameters = IntStream.range(0, listener.method().getParameterCount())
                .mapToObj(i -> parameter(listener, i))
                .toArray(MethodParameter[]::new);
        requireOnePayload(parameters);
        return IntStream.range(0, parameters.length)
                .mapToObj(i -> resolver(parameters[i], listener.targetClass()))
                .toArray(ArgumentResolver[]::new);
    }

    private static MethodParameter parameter(ListenerMethod listener, int index) {
        MethodParameter parameter =
                new MethodParameter(listener.method(), index).withContainingClass(listener.targetClass());
        parameter.initParameterNameDiscovery(NAMES);
        return parameter;
    }

    private ArgumentResolver resolver(MethodParameter parameter, Class<?> targetClass) {
        if (isPayload(parameter)) {
            return payload(parameter, targetClass);
        }
        if (parameter.getParameterType() == Delivery.class) {
            return delivery -> delivery;
        }
        if (parameter.hasParameterAnnotation(Headers.class)) {
            requireMap(parameter);
            return Delivery::headers;
        }
        Header header = Objects.requireNonNull(parameter.getParameterAnnotation(Header.class));
        return HeaderArgument.of(parameter, header, text, conversion);
    }

    private static ArgumentResolver payload(MethodParameter parameter, Class<?> targetClass) {
        requirePayloadType(parameter);
        Type type = GenericTypeResolver.resolveType(parameter.getGenericParameterType(), targetClass);
        Payload annotation = parameter.getParameterAnnotation(Payload.class);
        if (annotation != null && !annotation.required()) {
            return delivery -> delivery.data().length == 0 ? null : delivery.payload(type);
        }
        return delivery -> delivery.payload(type);
    }

    private static boolean isPayload(MethodParameter parameter) {
        return parameter.getParameterType() != Delivery.class
                && !parameter.hasParameterAnnotation(Header.class)
                && !parameter.hasParameterAnnotation(Headers.class);
    }

    private static void requireOnePayload(MethodParameter[] parameters) {
        @Nullable MethodParameter first = null;
        for (MethodParameter parameter : parameters) {
            if (!isPayload(parameter)) {
                continue;
            }
            if (first != null) {
                throw new IllegalArgumentException("parameters " + (first.getParameterIndex() + 1) + " and "
                        + (parameter.getParameterIndex() + 1)
                        + " would both be the payload: annotate one with @Header, or take a Delivery");
            }
            first = parameter;
        }
    }

    /** Types that look like a payload and can never be one: better refused now than every message a dead letter. */
    private static void requirePayloadType(MethodParameter parameter) {
        Class<?> type = parameter.getParameterType();
        String owner = type.getPackageName();
        if (owner.startsWith("org.springframework.messaging") || owner.equals(Delivery.class.getPackageName())) {
            throw new IllegalArgumentException("parameter " + (parameter.getParameterIndex() + 1) + " of type "
                    + type.getName() + " cannot be the payload: take its type, or a Delivery");
        }
    }

    private static void requireMap(MethodParameter parameter) {
        if (!parameter.getParameterType().isAssignableFrom(Map.class)) {
            throw new IllegalArgumentException("parameter " + (parameter.getParameterIndex() + 1)
                    + " with @Headers must be a Map<String, String>, not "
                    + parameter.getParameterType().getName());
        }
    }

    /** A delivery is settled when the method returns, so a result that is still to come would be lost with its error. */
    private static void requireSynchronous(Class<?> result) {
        if (Future.class.isAssignableFrom(result)
                || CompletionStage.class.isAssignableFrom(result)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(result) != null) {
            throw new IllegalArgumentException("the result " + result.getName()
                    + " is not awaited: asynchronous listeners are not supported, wait in the method instead");
        }
    }
}
