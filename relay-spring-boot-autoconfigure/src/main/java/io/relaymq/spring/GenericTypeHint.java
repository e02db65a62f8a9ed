package io.relaymq.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.util.ReflectionUtils;

/**
 * Tells a converter of the whole type, {@code List<Order>} and not {@code List}. Spring's converters learn that from a
 * parameter only; here it may be the type of an element or of what a message holds, of which there is no parameter.
 */
final class GenericTypeHint extends MethodParameter {

    private static final Method ANY = anyMethod();

    private final Type type;

    GenericTypeHint(Type type) {
        super(ANY, 0);
        this.type = type;
    }

    private static Method anyMethod() {
        Method equals = ReflectionUtils.findMethod(Object.class, "equals", Object.class);
        if (equals == null) {
            throw new IllegalStateException("Object.equals");
        }
        return equals;
    }

    @Override
    public Class<?> getParameterType() {
        return ParameterTypes.raw(type);
    }

    @Override
    public Type getGenericParameterType() {
        return type;
    }

    @Override
    public Type getNestedGenericParameterType() {
        return type;
    }

    @Override
    public Class<?> getNestedParameterType() {
        return getParameterType();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GenericTypeHint hint && hint.type.equals(type);
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }
}
