package io.relaymq.spring;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * A method with the annotation, and the bean to call it on.
 *
 * @param method as the target class declares it
 */
record ListenerMethod(String beanName, Object bean, Class<?> targetClass, Method method, RelayListener annotation) {

    /** All of a bean; empty for nearly every bean. Bridge methods never count. */
    static List<ListenerMethod> of(Object bean, String beanName) {
        Class<?> targetClass = AopProxyUtils.ultimateTargetClass(bean);
        return annotated(targetClass).entrySet().stream()
                .map(found -> new ListenerMethod(beanName, bean, targetClass, found.getKey(), found.getValue()))
                .toList();
    }

    static Map<Method, RelayListener> annotated(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, RelayListener.class)) {
            return Map.of();
        }
        return MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<RelayListener>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, RelayListener.class));
    }

    /** {@code bean.method}. */
    String name() {
        return beanName + "." + method.getName();
    }

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

    @Override
    public String toString() {
        return targetClass.getName() + "." + method.getName() + "()";
    }
}
