package io.relaymq.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Calls, and method references, that a rule forbids. */
final class Calls {

    static final DescribedPredicate<JavaAccess<?>> SLEEP = describe(
            "sleeps",
            access -> access.getName().equals("sleep") && isOneOf(access.getTarget(), Thread.class, TimeUnit.class));

    static final DescribedPredicate<JavaAccess<?>> SYSTEM_TIME =
            describe("reads the clock of the system", access -> readsSystemTime(access.getTarget()));

    private static final Set<String> SYSTEM_READINGS = Set.of("currentTimeMillis", "nanoTime");

    private Calls() {}

    private static boolean readsSystemTime(AccessTarget target) {
        return isSystemReading(target) || isSystemClock(target) || isNowWithoutClock(target) || isNewDate(target);
    }

    private static boolean isSystemReading(AccessTarget target) {
        return isOneOf(target, System.class) && SYSTEM_READINGS.contains(target.getName());
    }

    private static boolean isSystemClock(AccessTarget target) {
        return isOneOf(target, Clock.class, InstantSource.class)
                && target.getName().matches("system.*|tick(Millis|Seconds|Minutes)");
    }

    private static boolean isNewDate(AccessTarget target) {
        return isOneOf(target, Date.class)
                && target instanceof CodeUnitAccessTarget unit
                && unit.getName().equals("<init>")
                && unit.getRawParameterTypes().isEmpty();
    }

    private static boolean isNowWithoutClock(AccessTarget target) {
        return target.getOwner().getPackageName().equals("java.time")
                && target.getName().equals("now")
                && target instanceof CodeUnitAccessTarget unit
                && unit.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Clock.class));
    }

    private static boolean isOneOf(AccessTarget target, Class<?>... owners) {
        return Set.of(owners).stream().anyMatch(owner -> target.getOwner().isEquivalentTo(owner));
    }
}
