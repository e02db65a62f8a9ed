package io.relaymq.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedMethod;

/**
 * A method that handles deliveries, and the bean to call it on.
 *
 * @param method as the target class declares it
 * @param handler its annotation in a class of several
 */
record ListenerMethod(
        Object bean,
        Class<?> targetClass,
        Method method,
        @Nullable RelayHandler handler) {

    /**
     * The method to call on the bean, which may be a proxy.
     *
     * @throws IllegalStateException if the proxy does not have it; the message says what to do
     */
    Method invocable() {
        Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
        invocable.setAccessible(true);
        return invocable;
    }

    /** Its parameters, with annotations also from the interfaces it implements. */
    MethodParameter[] parameters() {
        return new Parameters().getMethodParameters();
    }

    @Override
    public String toString() {
        return targetClass.getName() + "." + method.getName() + "("
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", "))
                + ")";
    }

    /** Type variables are those of the bean's class. */
    private final class Parameters extends AnnotatedMethod {

        Parameters() {
            super(method);
        }

        @Override
        protected Class<?> getContainingClass() {
            return targetClass;
        }
    }
}
