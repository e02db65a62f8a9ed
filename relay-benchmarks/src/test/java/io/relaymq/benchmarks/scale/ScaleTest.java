package io.relaymq.benchmarks.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Arithmetic, and a simulation whose outcome is known. */
class ScaleTest {

    private static final Costs COSTS = new Costs(8, 1, 2);

    @Test
    void a_message_costs_its_publish_its_copies_and_their_deliveries() {
        assertThat(COSTS.message(1)).isEqualTo(10);
        assertThat(COSTS.message(4)).isEqualTo(8 + 3 + 8);
        assertThat(COSTS.rate(1, 0.5)).isEqualTo(50_000);
        assertThatThrownBy(() -> Costs.of(List.of(1.0, 2.0))).hasMessageContaining("publish,copy,delivery");
    }

    @Test
    void one_broadcast_gains_nothing_from_a_cluster_and_many_nearly_all_of_it() {
        assertThat(new Cluster(8, 1, 0).gain()).isEqualTo(1);
        assertThat(new Cluster(1, 100, 0).gain()).isCloseTo(1, within(1e-9));
        assertThat(new Cluster(8, 10_000, 0).gain()).isBetween(6.5, 8.0);
        assertThat(new Cluster(8, 1_000, 1).gain()).isLessThan(new Cluster(8, 1_000, 0).gain());
    }

    @Test
    void publishes_wait_as_the_theory_of_queues_says() {
        Costs fixed = new Costs(10, 1, 1e-9);
        double busy = 0.5;

        Simulation simulation = new Simulation(fixed, 1, busy, 400_000, 7);

        // M/D/1: nobody waits with the probability 1 - busy
        assertThat(simulation.percentile(49)).isCloseTo(10, within(0.01));
        assertThat(simulation.percentile(51)).isGreaterThan(10);
        assertThat(simulation.percentile(99)).isBetween(30.0, 50.0);
    }

    @Test
    void the_busier_the_longer() {
        assertThat(new Simulation(COSTS, 4, 0.9, 100_000, 1).percentile(99))
                .isGreaterThan(2 * new Simulation(COSTS, 4, 0.5, 100_000, 1).percentile(99));
    }
}
