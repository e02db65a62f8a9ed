package io.relaymq.internal.lease.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random schedules against the rules of the hand-over: nothing is lost, stuck, or run by two. */
class HandoverModelTest {

    @Test
    void the_rules_hold_in_every_random_schedule() {
        Campaign campaign = Campaign.of("handover on the model", 440);

        campaign.run(seed -> World.run(seed, Set.of()));

        assertThat(campaign.broken()).isEmpty();
    }
}
