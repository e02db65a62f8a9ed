package io.relaymq.boot.autoconfigure;

import io.relaymq.spring.RelayListener;
import java.lang.reflect.AnnotatedElement;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** A bean with listeners is not lazy: nobody would ever ask for it, and it would receive nothing. */
final class ListenerLazyInitializationExcludeFilter implements LazyInitializationExcludeFilter {

    @Override
    public boolean isExcluded(String beanName, BeanDefinition definition, Class<?> beanType) {
        return AnnotationUtils.isCandidateClass(beanType, RelayListener.class)
                && (isListener(beanType) || hasListener(beanType));
    }

    private static boolean hasListener(Class<?> type) {
        MethodIntrospector.MetadataLookup<@Nullable Boolean> listener = method -> isListener(method) ? true : null;
        return !MethodIntrospector.selectMethods(type, listener).isEmpty();
    }

    private static boolean isListener(AnnotatedElement element) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).isPresent(RelayListener.class);
    }
}
