package io.relaymq.internal.lease.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.internal.redis.ScriptDatastore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The same random schedules against the real scripts: each step answers and stores what the model says. */
class HandoverOnRedisTest {

    @Test
    void the_scripts_do_step_by_step_what_the_rules_say() {
        Campaign campaign = Campaign.of("handover on Redis", 440);

        campaign.run(
                seed -> World.run(seed, clock -> ScriptDatastore.named("schedule-" + seed, clock)),
                TimeUnit.SECONDS.toNanos(25));

        assertThat(campaign.broken()).isEmpty();
    }
}
