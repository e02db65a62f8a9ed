package io.relaymq;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.relaymq.house.HouseRules;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The core keeps to the rules of the house. */
class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/io/relaymq/embedded/"))
            .importPackages("io.relaymq");

    static Stream<ArchRule> rules() {
        return new HouseRules("io.relaymq").all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_core_keeps_to(ArchRule rule) {
        rule.check(CORE);
    }
}
