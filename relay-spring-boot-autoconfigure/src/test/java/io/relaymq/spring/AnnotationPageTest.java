package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.fake.ReferencePage;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/annotation.md} has every attribute. */
class AnnotationPageTest {

    @Test
    void every_attribute_is_on_the_page() {
        assertThat(ReferencePage.rows("annotation.md").keySet())
                .containsAll(Stream.of(RelayListener.class.getDeclaredMethods())
                        .map(Method::getName)
                        .toList());
    }
}
