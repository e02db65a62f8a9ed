package io.relaymq.boot.test;

import io.relaymq.spring.RelayListener;
import java.io.IOException;
import java.lang.annotation.Repeatable;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Lets only classes pass that declare a listener. */
final class RelayTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<RelayTest> {

    RelayTypeExcludeFilter(Class<?> testClass) {
        super(testClass);
    }

    @Override
    protected boolean defaultInclude(MetadataReader reader, MetadataReaderFactory factory) throws IOException {
        AnnotationMetadata type = reader.getAnnotationMetadata();
        return super.defaultInclude(reader, factory)
                || Stream.of(RelayListener.class, several())
                        .map(Class::getName)
                        .anyMatch(name -> type.isAnnotated(name) || type.hasAnnotatedMethods(name));
    }

    private static Class<?> several() {
        return Objects.requireNonNull(RelayListener.class.getAnnotation(Repeatable.class))
                .value();
    }
}
