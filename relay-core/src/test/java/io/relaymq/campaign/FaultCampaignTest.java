package io.relaymq.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The campaign in short: the faults that everybody meets, once each. */
class FaultCampaignTest {

    @ParameterizedTest
    @ValueSource(strings = {"kill", "rolling", "crash"})
    void every_stored_message_is_handled_and_nothing_is_left_over(String name) {
        Fault fault = Faults.ALL.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();

        Outcome outcome = new Run(fault, new Plan(5, 300), 1).run();

        assertThat(outcome.ok()).isPositive();
        assertThat(outcome.problems()).isEmpty();
    }
}
