package io.relaymq.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Who may import whom in the core, and what no class may do. The root package is a parameter, so that the rules can be tried on a small
 * house that breaks each of them.
 */
public final class HouseRules {

    private static final String[] DRIVER = {"io.lettuce..", "io.netty.."};

    private final String root;

    public HouseRules(String root) {
        this.root = root;
    }

    public ArchRule wordsKnowOnlyWords() {
        return classes()
                .that()
                .resideInAPackage(root)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(root, "java..", "org.jspecify..", "tools.jackson.."))
                .because("the words are what users touch, and know nothing of what is behind them")
                .allowEmptyShould(true);
    }

    public ArchRule storeKnowsWords() {
        return room("store", "store");
    }

    public ArchRule leaseKnowsStore() {
        return room("lease", "lease", "store");
    }

    public ArchRule publishKnowsStoreAndLease() {
        return room("publish", "publish", "store", "lease");
    }

    public ArchRule consumeKnowsStoreAndLease() {
        return room("consume", "consume", "store", "lease");
    }

    public ArchRule upkeepKnowsStoreAndLease() {
        return room("upkeep", "upkeep", "store", "lease");
    }

    public ArchRule adminKnowsStore() {
        return room("admin", "admin", "store");
    }

    public ArchRule followKnowsStore() {
        return room("follow", "follow", "store");
    }

    public ArchRule redisKnowsStore() {
        return room("redis", "redis", "store");
    }

    public ArchRule everyClassHasARoom() {
        return classes()
                .should()
                .resideInAnyPackage(rooms(
                        "store", "lease", "publish", "consume", "upkeep", "admin", "follow", "redis", "bootstrap"))
                .because("a new room needs a rule here that says what it may import")
                .allowEmptyShould(true);
    }

    public ArchRule onlyRedisKnowsTheDriver() {
        return noClasses()
                .that(not(resideInAnyPackage(inside("redis"), bootstrap())))
                .should()
                .dependOnClassesThat(resideInAnyPackage(DRIVER))
                .because("the engine speaks to a port, and one room implements it")
                .allowEmptyShould(true);
    }

    public ArchRule bootstrapKnowsOnlyTheClient() {
        return noClasses()
                .that()
                .resideInAPackage(bootstrap())
                .should()
                .dependOnClassesThat(resideInAnyPackage(DRIVER)
                        .and(not(named("io.lettuce.core.RedisClient")))
                        .and(not(named("io.lettuce.core.cluster.RedisClusterClient"))))
                .because("bootstrap hands the application's client on, and uses nothing of it")
                .allowEmptyShould(true);
    }

    public ArchRule noPackageCycles() {
        return SlicesRuleDefinition.slices()
                .assignedFrom(new PackageSlices())
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true);
    }

    public ArchRule nobodySleeps() {
        return noClasses()
                .should()
                .accessTargetWhere(Calls.SLEEP)
                .because("who waits, waits for a signal")
                .allowEmptyShould(true);
    }

    public ArchRule clocksAreBornInBootstrap() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(bootstrap())
                .should()
                .accessTargetWhere(Calls.SYSTEM_TIME)
                .because("time is a parameter, so that a test can set it")
                .allowEmptyShould(true);
    }

    public ArchRule nobodyPrints() {
        return NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.allowEmptyShould(true);
    }

    public ArchRule namesSayWhatAClassDoes() {
        return noClasses()
                .should()
                .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Common|Base)")
                .because("a class is named by its duty")
                .allowEmptyShould(true);
    }

    /** All of them; a rule that is not listed here is not checked. */
    public Stream<ArchRule> all() {
        return Stream.of(
                wordsKnowOnlyWords(),
                storeKnowsWords(),
                leaseKnowsStore(),
                publishKnowsStoreAndLease(),
                consumeKnowsStoreAndLease(),
                upkeepKnowsStoreAndLease(),
                adminKnowsStore(),
                followKnowsStore(),
                redisKnowsStore(),
                everyClassHasARoom(),
                onlyRedisKnowsTheDriver(),
                bootstrapKnowsOnlyTheClient(),
                noPackageCycles(),
                nobodySleeps(),
                clocksAreBornInBootstrap(),
                nobodyPrints(),
                namesSayWhatAClassDoes());
    }

    private ArchRule room(String room, String... mayImport) {
        return noClasses()
                .that()
                .resideInAPackage(inside(room))
                .should()
                .dependOnClassesThat(resideInAPackage(root + "..").and(not(resideInAnyPackage(rooms(mayImport)))))
                .as("room " + room + " imports from this house only words, " + String.join(", ", mayImport))
                .allowEmptyShould(true);
    }

    private String[] rooms(String... names) {
        return Stream.concat(Stream.of(root), Arrays.stream(names).map(this::packageOf))
                .toArray(String[]::new);
    }

    private String packageOf(String room) {
        return room.equals("bootstrap") ? bootstrap() : inside(room);
    }

    private String inside(String room) {
        return root + ".internal." + room + "..";
    }

    private String bootstrap() {
        return root + ".bootstrap..";
    }

    private static DescribedPredicate<JavaClass> named(String name) {
        return describe(name, type -> type.getName().equals(name));
    }

    /** Each package is a slice of its own. */
    private static final class PackageSlices implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
