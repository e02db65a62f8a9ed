package io.relaymq.boot.autoconfigure;

import io.relaymq.spring.RelayListener;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** A bean with listeners is not lazy: nobody would ever ask for it, and it would receive nothing. */
final class ListenerLazyInitializationExcludeFilter implements LazyInitializationExcludeFilter {

    @Override
    public boolean isExcluded(String beanName, BeanDefinition definition, Class<?> beanType) {
        return AnnotationUtils.isCandidateClass(beanType, RelayListener.class) && hasListener(beanType);
    }

    private static boolean hasListener(Class<?> type) {
        MetadataLookup<RelayListener> listener =
                method -> AnnotatedElementUtils.findMergedAnnotation(method, RelayListener.class);
        return !MethodIntrospector.selectMethods(type, listener).isEmpty();
    }
}
