package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {

    private static final Exception FAILURE = new IllegalStateException("no");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_000, Integer.MAX_VALUE})
    void a_fixed_delay_is_the_same_after_every_attempt(int attempt) {
        assertThat(RetryPolicy.fixed(SECOND).delay(attempt, FAILURE)).isEqualTo(SECOND);
        assertThat(RetryPolicy.fixed(FOREVER).delay(attempt, FAILURE)).isEqualTo(FOREVER);
    }

    @Test
    void an_exponential_delay_is_multiplied_after_each_attempt_up_to_its_cap() {
        RetryPolicy policy = RetryPolicy.exponential(SECOND, 2, Duration.ofSeconds(10));

        assertThat(delays(policy, 6)).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 10_000L, 10_000L);
        assertThat(delays(RetryPolicy.exponential(SECOND, 1.5, Duration.ofMinutes(1)), 4))
                .containsExactly(1_000L, 1_500L, 2_250L, 3_375L);
        assertThat(delays(RetryPolicy.exponential(SECOND, 1, SECOND), 3)).containsOnly(1_000L);
        assertThat(delays(RetryPolicy.exponential(Duration.ZERO, 2, SECOND), 3)).containsOnly(0L);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1, 62, 63, 64, 1_023, 1_024, 100_000, Integer.MAX_VALUE})
    void no_attempt_number_and_no_duration_overflows(int attempt) {
        for (double multiplier : new double[] {1, 1.000_1, 2, 1e300, Double.MAX_VALUE}) {
            for (Duration initial : List.of(Duration.ZERO, Duration.ofNanos(1), Duration.ofDays(1), FOREVER)) {
                for (Duration max : List.of(Duration.ofDays(1), Duration.ofDays(400_000), FOREVER)) {
                    if (initial.compareTo(max) <= 0) {
                        RetryPolicy policy = RetryPolicy.exponential(initial, multiplier, max, 0.5);
                        assertThat(policy.delay(attempt, FAILURE)).isBetween(Duration.ZERO, max);
                    }
                }
            }
        }
    }

    @Test
    void jitter_takes_away_at_most_its_share_and_spreads_over_all_of_it() {
        RetryPolicy policy = RetryPolicy.exponential(SECOND, 2, Duration.ofSeconds(4), 0.25);

        assertThat(IntStream.range(0, 2_000)
                        .mapToLong(n -> policy.delay(3, FAILURE).toMillis()))
                .allSatisfy(millis -> assertThat(millis).isBetween(3_000L, 4_000L))
                .anySatisfy(millis -> assertThat(millis).isLessThan(3_100L))
                .anySatisfy(millis -> assertThat(millis).isGreaterThan(3_900L));
        assertThat(delays(RetryPolicy.exponential(SECOND, 1, SECOND, 1), 1_000))
                .allSatisfy(millis -> assertThat(millis).isBetween(0L, 1_000L))
                .anySatisfy(millis -> assertThat(millis).isLessThan(100L));
        assertThat(delays(RetryPolicy.exponential(SECOND, 2, SECOND, 0), 100)).containsOnly(1_000L);
    }

    @Test
    void arguments_out_of_their_range_are_refused_where_the_policy_is_made() {
        Stream.<Runnable>of(
                        () -> RetryPolicy.exponential(Duration.ofMillis(-1), 2, SECOND),
                        () -> RetryPolicy.exponential(SECOND, 0.99, SECOND),
                        () -> RetryPolicy.exponential(SECOND, Double.NaN, SECOND),
                        () -> RetryPolicy.exponential(SECOND, 2, Duration.ofMillis(999)),
                        () -> RetryPolicy.exponential(SECOND, 2, SECOND, -0.01),
                        () -> RetryPolicy.exponential(SECOND, 2, SECOND, 1.01),
                        () -> RetryPolicy.exponential(SECOND, 2, SECOND, Double.NaN))
                .forEach(bad -> assertThatThrownBy(bad::run)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("got:"));
    }

    private static List<Long> delays(RetryPolicy policy, int attempts) {
        return IntStream.rangeClosed(1, attempts)
                .mapToObj(attempt -> policy.delay(attempt, FAILURE).toMillis())
                .toList();
    }
}
