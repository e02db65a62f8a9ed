package io.relaymq.internal.lease.model;

import static io.relaymq.internal.lease.model.BackfillSchedule.Fault.LOST_UNCOUNTED;
import static io.relaymq.internal.lease.model.BackfillSchedule.Fault.NOT_WANTED;
import static io.relaymq.internal.lease.model.BackfillSchedule.Fault.OUT_OF_ORDER;
import static io.relaymq.internal.lease.model.ModelBackfill.Rule.ANYBODY;
import static io.relaymq.internal.lease.model.ModelBackfill.Rule.COUNT;
import static io.relaymq.internal.lease.model.ModelBackfill.Rule.HOLD;
import static io.relaymq.internal.lease.model.ModelBackfill.Rule.VERSIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.internal.lease.model.ModelBackfill.Rule;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules of copying history, and what happens when one is missing. */
class BackfillModelTest {

    private static final int SCHEDULES = 3_000;

    private static Set<BackfillSchedule.Fault> faults(Set<Rule> rules) {
        Set<BackfillSchedule.Fault> faults = EnumSet.noneOf(BackfillSchedule.Fault.class);
        for (long seed = 0; seed < SCHEDULES; seed++) {
            faults.addAll(BackfillSchedule.run(seed, new ModelBackfill(rules, seed)));
        }
        return faults;
    }

    @Test
    void with_all_rules_each_wanted_message_comes_once_in_order_or_is_counted() {
        assertThat(faults(EnumSet.allOf(Rule.class))).isEmpty();
    }

    @Test
    void live_copies_beside_the_history_come_out_of_order() {
        assertThat(faults(EnumSet.of(COUNT, VERSIONS, ANYBODY))).contains(OUT_OF_ORDER);
    }

    @Test
    void what_a_trim_takes_before_the_copy_is_lost_unless_counted() {
        assertThat(faults(EnumSet.of(HOLD, VERSIONS, ANYBODY))).containsExactly(LOST_UNCOUNTED);
    }

    @Test
    void a_change_of_patterns_changes_the_past_unless_they_are_kept_with_their_start() {
        assertThat(faults(EnumSet.of(HOLD, COUNT, ANYBODY))).contains(LOST_UNCOUNTED, NOT_WANTED);
    }

    @Test
    void a_copy_whose_process_died_is_never_finished_unless_anybody_goes_on() {
        assertThat(faults(EnumSet.of(HOLD, COUNT, VERSIONS))).containsExactly(LOST_UNCOUNTED);
    }
}
