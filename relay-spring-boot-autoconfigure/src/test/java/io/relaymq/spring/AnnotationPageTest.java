package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.fake.ReferencePage;
import java.lang.reflect.Field;
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
        assertThat(ReferencePage.rows("annotation.md").keySet())
                .containsAll(Stream.of(RelayHandler.class.getDeclaredMethods())
                        .map(attribute -> "@RelayHandler." + attribute.getName())
                        .toList());
    }

    @Test
    void no_attribute_is_on_the_page_that_does_not_exist() {
        assertThat(ReferencePage.rows("annotation.md").keySet().stream()
                        .filter(name -> name.startsWith("@RelayHandler.")))
                .hasSize(RelayHandler.class.getDeclaredMethods().length);
    }

    @Test
    void every_name_of_a_circumstance_is_on_the_page() {
        String row = String.join(" ", ReferencePage.rows("annotation.md").get("@Header(RelayHeaders.SUBJECT)"));
        assertThat(Stream.of(RelayHeaders.class.getFields()).map(Field::getName))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(row).contains("`" + name + "`"));
    }
}
