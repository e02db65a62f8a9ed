package io.relaymq.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.relaymq.Relay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/errors.md} knows every exception that users can meet. */
class ErrorsPageTest {

    @Test
    void every_public_exception_is_on_the_page() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/errors.md"));

        assertThat(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests()).importPackagesOf(Relay.class).stream()
                                .filter(one -> one.getPackageName().equals("io.relaymq")
                                        && one.isAssignableTo(Exception.class)
                                        && one.getModifiers().contains(JavaModifier.PUBLIC))
                                .map(JavaClass::getSimpleName))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }
}
