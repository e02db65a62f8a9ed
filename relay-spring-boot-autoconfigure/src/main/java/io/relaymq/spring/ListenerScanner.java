package io.relaymq.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Finds listeners in a class, its superclasses and interfaces. Bridge methods never count. */
final class ListenerScanner {

    private ListenerScanner() {}

    static boolean hasListeners(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, List.of(RelayListener.class, RelayHandler.class))
                && (!nearest(type, RelayListener.class).isEmpty()
                        || !annotated(type, RelayListener.class).isEmpty()
                        || !annotated(type, RelayHandler.class).isEmpty());
    }

    /**
     * @throws IllegalArgumentException if class and methods do not fit
     */
    static List<ListenerDeclaration> listeners(Object bean, String beanName, Class<?> type) {
        List<ListenerDeclaration> found = new ArrayList<>();
        annotated(type, RelayListener.class).forEach((method, annotations) -> {
            List<ListenerMethod> methods = List.of(new ListenerMethod(bean, type, method, null));
            annotations.forEach(one -> found.add(new ListenerDeclaration(beanName, type, one, false, methods)));
        });
        List<ListenerMethod> handlers = handlers(bean, type);
        List<RelayListener> ofClass = nearest(type, RelayListener.class);
        requireBoth(type, ofClass, handlers);
        ofClass.forEach(one -> found.add(new ListenerDeclaration(beanName, type, one, true, handlers)));
        return found;
    }

    private static List<ListenerMethod> handlers(Object bean, Class<?> type) {
        List<ListenerMethod> handlers = new ArrayList<>();
        annotated(type, RelayHandler.class)
                .forEach((method, annotations) ->
                        annotations.forEach(one -> handlers.add(new ListenerMethod(bean, type, method, one))));
        return handlers;
    }

    private static void requireBoth(Class<?> type, List<RelayListener> listeners, List<ListenerMethod> handlers) {
        if (listeners.isEmpty() && !handlers.isEmpty()) {
            throw new IllegalArgumentException("method " + handlers.get(0)
                    + " has @RelayHandler but its class has no @RelayListener: nothing would ever be delivered to it");
        }
        if (handlers.isEmpty() && !listeners.isEmpty()) {
            throw new IllegalArgumentException(
                    "class " + type.getName() + " has @RelayListener but no method with @RelayHandler to deliver to");
        }
    }

    private static <A extends Annotation> Map<Method, List<A>> annotated(Class<?> type, Class<A> annotation) {
        MethodIntrospector.MetadataLookup<@Nullable List<A>> lookup = method -> {
            List<A> found = nearest(method, annotation);
            return found.isEmpty() ? null : found;
        };
        return MethodIntrospector.selectMethods(type, lookup);
    }

    /** Those of the element itself, or else of what it overrides or extends, but not of both. */
    private static <A extends Annotation> List<A> nearest(AnnotatedElement element, Class<A> annotation) {
        List<MergedAnnotation<A>> all = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).stream(
                        annotation)
                .toList();
        int nearest =
                all.stream().mapToInt(MergedAnnotation::getAggregateIndex).min().orElse(0);
        return all.stream()
                .filter(one -> one.getAggregateIndex() == nearest)
                .map(MergedAnnotation::synthesize)
                .toList();
    }
}
