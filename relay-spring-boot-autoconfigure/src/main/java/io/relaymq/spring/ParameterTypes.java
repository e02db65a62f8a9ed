package io.relaymq.spring;

import io.relaymq.Delivery;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Optional;
import org.springframework.core.MethodParameter;

/** What can be said of the types of parameters. */
final class ParameterTypes {

    private ParameterTypes() {}

    static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            return raw(variable.getBounds()[0]);
        }
        return type instanceof GenericArrayType ? Object[].class : Object.class;
    }

    /**
     * The type argument.
     *
     * @throws IllegalArgumentException if there is none, or it names no type
     */
    static Type onlyArgument(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            Type argument = parameterized.getActualTypeArguments()[0];
            Type bound = argument instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : argument;
            if (bound != Object.class) {
                return bound;
            }
        }
        throw new IllegalArgumentException(
                type.getTypeName() + " does not say of what: write " + raw(type).getSimpleName() + "<YourType>");
    }

    /** Types that look like a payload and can never be one: better refused now than every message a dead letter. */
    static void requirePayload(MethodParameter parameter, Class<?> type) {
        String owner = type.getPackageName();
        if (owner.startsWith("org.springframework.messaging")
                || owner.equals(Delivery.class.getPackageName())
                || type == RelayMessage.class
                || type == Acknowledgment.class
                || type == Optional.class) {
            throw new IllegalArgumentException(name(parameter) + " of type " + type.getName()
                    + " cannot be the payload: take its type, or a Delivery");
        }
        if (type.getName().equals("kotlin.coroutines.Continuation")) {
            throw new IllegalArgumentException(
                    name(parameter) + " is a Continuation, but the method is no suspend function of Kotlin");
        }
    }

    static String name(MethodParameter parameter) {
        return "parameter " + (parameter.getParameterIndex() + 1);
    }
}
