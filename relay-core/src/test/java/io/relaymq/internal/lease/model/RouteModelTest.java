package io.relaymq.internal.lease.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Why the generation of the routes is random, and read together with them. */
class RouteModelTest {

    private static final int SCHEDULES = 5_000;

    private static long wrongPublishes(boolean randomGeneration, boolean readInOneCall) {
        return LongStream.range(0, SCHEDULES)
                .map(seed -> RouteSchedule.run(seed, randomGeneration, readInOneCall))
                .sum();
    }

    @Test
    void a_random_generation_read_with_the_routes_makes_no_wrong_publish() {
        assertThat(wrongPublishes(true, true)).isZero();
    }

    @Test
    void a_counted_generation_fits_an_old_table_by_chance_after_a_flush_or_a_failover() {
        assertThat(wrongPublishes(false, true)).isPositive();
    }

    @Test
    void a_generation_read_after_the_routes_makes_an_old_table_look_new() {
        assertThat(wrongPublishes(true, false)).isPositive();
        assertThat(wrongPublishes(false, false)).isPositive();
    }
}
