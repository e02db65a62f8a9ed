package io.relaymq.internal.lease.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model proves something: whoever leaves a rule out is found out. */
class MutantsTest {

    private static final int CLASSES = Fault.CLASSES.size();

    @ParameterizedTest(name = "{0} leads to {1} under {2}")
    @CsvSource({
        "CLEAN_IGNORED, TAKEN_FROM_LIVE, KILL",
        "CLEAN_TOO_NEW, TAKEN_FROM_LIVE, SLOW KILL",
        "CLEAN_RUN_IGNORED, TAKEN_FROM_LIVE, KILL",
        "NO_GRACE, LAPSED_BY_OUTAGE, OUTAGE",
        "NO_GRACE, LAPSED_BY_OUTAGE, CLOCK",
        "EVERY_ORPHAN_STALLS, UNJUST_STALL, SLOW KILL",
        "SUSPECTS_TOGETHER, NEIGHBOUR_BURIED, POISON",
        "LATE_RESULTS_COUNT, TAKEN_FROM_LIVE, PAUSE",
        "DROPS_UNCOUNTED, LOST, KILL",
        "TAKEN_NOT_SWEPT, STUCK, KILL",
        "LEASE_NOT_CHECKED, TWO_OWNERS, PAUSE",
        "UNLISTED_AT_SETTLE, TAKEN_FROM_LIVE, KILL"
    })
    void a_rule_left_out_is_found_out(Slip slip, Violation violation, String faults) {
        List<Fault> all =
                List.of(faults.split(" ")).stream().map(Fault::valueOf).toList();
        int first = Fault.CLASSES.indexOf(all);

        int schedules = 0;
        for (int found = 0; found < 3; schedules++) {
            assertThat(schedules).as("schedules, found in " + found).isLessThan(500);
            found += happens(violation, first + schedules * CLASSES, EnumSet.of(slip));
        }

        for (int i = 0; i < schedules; i++) {
            assertThat(happens(violation, first + i * CLASSES, Set.of())).isZero();
        }
    }

    private static int happens(Violation violation, long seed, Set<Slip> slips) {
        return World.run(seed, slips).violations().containsKey(violation) ? 1 : 0;
    }
}
