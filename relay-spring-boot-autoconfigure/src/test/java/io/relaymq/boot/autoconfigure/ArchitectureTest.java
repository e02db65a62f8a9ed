package io.relaymq.boot.autoconfigure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** The rules of this module. */
class ArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.relaymq.spring", "io.relaymq.boot");

    @Test
    void auto_configurations_are_public_and_final() {
        classes()
                .that()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .bePublic()
                .andShould()
                .haveModifier(JavaModifier.FINAL)
                .check(MODULE);
    }

    @Test
    void auto_configurations_have_no_public_member() {
        members()
                .that()
                .areDeclaredInClassesThat()
                .areAnnotatedWith(AutoConfiguration.class)
                .and(DescribedPredicate.describe(
                        "are no constructors", member -> !member.getName().equals("<init>")))
                .should()
                .notBePublic()
                .check(MODULE);
    }

    @Test
    void only_auto_configurations_are_public_in_boot() {
        classes()
                .that(resideInAPackage("io.relaymq.boot.."))
                .and()
                .arePublic()
                .should()
                .beAnnotatedWith(AutoConfiguration.class)
                .check(MODULE);
    }

    @Test
    void nothing_of_core_is_used_but_words_and_door() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.relaymq..")
                        .and(DescribedPredicate.not(resideInAnyPackage(
                                "io.relaymq",
                                "io.relaymq.bootstrap",
                                "io.relaymq.embedded",
                                "io.relaymq.spring..",
                                "io.relaymq.boot.."))))
                .check(MODULE);
    }

    @Test
    void spring_does_not_know_boot() {
        noClasses()
                .that()
                .resideInAPackage("io.relaymq.spring..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("org.springframework.boot..", "io.relaymq.boot..", "io.lettuce.."))
                .check(MODULE);
    }

    @Test
    void there_are_no_package_cycles() {
        slices().matching("io.relaymq.(**)").should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void nobody_prints_or_sleeps() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MODULE);
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(MODULE);
    }

    @Test
    void names_say_what_a_class_does() {
        noClasses()
                .should()
                .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Common|Base)")
                .check(MODULE);
    }

    @Test
    void the_rules_see_the_module() {
        assertThat(MODULE)
                .extracting(JavaClass::getPackageName)
                .contains("io.relaymq.spring", "io.relaymq.boot.autoconfigure.health");
    }
}
