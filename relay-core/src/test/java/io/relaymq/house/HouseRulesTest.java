package io.relaymq.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules bite: each is tried on a house in which somebody breaks it. */
class HouseRulesTest {

    private static final String BROKEN_HOUSE = "io.relaymq.house.broken";
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(BROKEN_HOUSE);
    private static final HouseRules RULES = new HouseRules(BROKEN_HOUSE);

    static Stream<Arguments> rulesAndWhoBreaksThem() {
        return Stream.of(
                Arguments.of(RULES.wordsKnowOnlyWords(), List.of("WordKnowsStore", "WordLogs")),
                Arguments.of(RULES.storeKnowsWords(), List.of("StoreKnowsLease")),
                Arguments.of(RULES.leaseKnowsStore(), List.of("LeaseKnowsRedis")),
                Arguments.of(RULES.publishKnowsStoreAndLease(), List.of("PublishKnowsConsume")),
                Arguments.of(RULES.consumeKnowsStoreAndLease(), List.of("ConsumeKnowsBootstrap")),
                Arguments.of(RULES.upkeepKnowsStoreAndLease(), List.of("UpkeepKnowsRedis")),
                Arguments.of(RULES.adminKnowsStore(), List.of("AdminKnowsLease")),
                Arguments.of(RULES.followKnowsStore(), List.of("FollowKnowsLease")),
                Arguments.of(RULES.redisKnowsStore(), List.of("RedisKnowsLease")),
                Arguments.of(RULES.everyClassHasARoom(), List.of("Homeless")),
                Arguments.of(RULES.onlyRedisKnowsTheDriver(), List.of("PublishKnowsLettuce")),
                Arguments.of(RULES.bootstrapKnowsOnlyTheClient(), List.of("BootstrapKnowsCommands")),
                Arguments.of(RULES.noPackageCycles(), List.of("StoreKnowsLease", "LeaseKnowsStore")),
                Arguments.of(RULES.nobodySleeps(), List.of("Sleeps.thread", "Sleeps.unit")),
                Arguments.of(
                        RULES.clocksAreBornInBootstrap(),
                        List.of(
                                "ReadsTheClock.instant",
                                "ReadsTheClock.reference",
                                "ReadsTheClock.millis",
                                "ReadsTheClock.nanos",
                                "ReadsTheClock.date",
                                "ReadsTheClock.clock")),
                Arguments.of(RULES.nobodyPrints(), List.of("Prints.out", "Prints.err", "Prints.trace")),
                Arguments.of(
                        RULES.namesSayWhatAClassDoes(),
                        List.of(
                                "LoadManager",
                                "LoadHelper",
                                "LoadUtil",
                                "LoadUtils",
                                "LoadImpl",
                                "LoadCommon",
                                "LoadBase")));
    }

    @ParameterizedTest
    @MethodSource("rulesAndWhoBreaksThem")
    void a_rule_names_who_breaks_it(ArchRule rule, List<String> offenders) {
        String report =
                String.join("\n", rule.evaluate(CLASSES).getFailureReport().getDetails());

        assertThat(report).contains(offenders);
    }

    @ParameterizedTest
    @MethodSource("rulesAndWhoBreaksThem")
    void a_rule_accuses_nobody_who_keeps_to_it(ArchRule rule) {
        JavaClasses innocent = CLASSES.that(
                describe("are innocent", type -> type.getSimpleName().startsWith("Innocent")));

        assertThat(innocent).hasSize(4);
        assertThat(rule.evaluate(innocent).getFailureReport().getDetails()).isEmpty();
    }

    @Test
    void every_rule_is_tried_here() {
        List<String> tried = rulesAndWhoBreaksThem()
                .map(arguments -> ((ArchRule) arguments.get()[0]).getDescription())
                .toList();

        assertThat(tried)
                .containsExactlyInAnyOrderElementsOf(
                        RULES.all().map(ArchRule::getDescription).toList());
    }
}
