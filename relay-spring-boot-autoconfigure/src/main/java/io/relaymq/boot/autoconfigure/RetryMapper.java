package io.relaymq.boot.autoconfigure;

import io.relaymq.RetryPolicy;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** From {@code retry.*} to a policy. What is not set is read off core's default policy, so that it stands once. */
final class RetryMapper {

    /** That of core's default policy, whose waits are not random. */
    static final double DEFAULT_JITTER = 0;

    private static final RelayProperties.Retry UNSET = new RelayProperties.Retry(null, null, null, null);

    private RetryMapper() {}

    static Duration defaultDelay() {
        return defaultDelay(1);
    }

    static double defaultMultiplier() {
        Duration second = defaultDelay(2);
        return (double) second.toMillis() / defaultDelay().toMillis();
    }

    static Duration defaultMaxDelay() {
        return defaultDelay(Integer.MAX_VALUE);
    }

    private static Duration defaultDelay(int attempt) {
        return WorkerOptions.DEFAULT_RETRY_POLICY.delay(attempt, new IllegalStateException("any"));
    }

    /** The first one that has a value wins, field by field. */
    static RelayProperties.Retry merge(RelayProperties.Retry first, RelayProperties.Retry second) {
        return new RelayProperties.Retry(
                first.delay() != null ? first.delay() : second.delay(),
                first.multiplier() != null ? first.multiplier() : second.multiplier(),
                first.maxDelay() != null ? first.maxDelay() : second.maxDelay(),
                first.jitter() != null ? first.jitter() : second.jitter());
    }

    static @Nullable RetryPolicy policy(RelayProperties.Retry retry) {
        if (retry.equals(UNSET)) {
            return null;
        }
        Duration delay = retry.delay() != null ? retry.delay() : shorter(defaultDelay(), retry.maxDelay());
        double multiplier = retry.multiplier() != null ? retry.multiplier() : defaultMultiplier();
        Duration max = retry.maxDelay() != null ? retry.maxDelay() : longer(defaultMaxDelay(), delay);
        return RetryPolicy.exponential(
                delay, multiplier, max, retry.jitter() != null ? retry.jitter() : DEFAULT_JITTER);
    }

    static void check(String prefix, RelayProperties.Retry retry) {
        InvalidProperty.check(prefix + ".delay", retry.delay(), RetryPolicyProbe::delay);
        InvalidProperty.check(prefix + ".multiplier", retry.multiplier(), RetryPolicyProbe::multiplier);
        InvalidProperty.check(prefix + ".jitter", retry.jitter(), RetryPolicyProbe::jitter);
        InvalidProperty.check(prefix + ".max-delay", retry.maxDelay(), max -> policy(retry));
    }

    private static Duration shorter(Duration value, @Nullable Duration limit) {
        return limit != null && limit.compareTo(value) < 0 ? limit : value;
    }

    private static Duration longer(Duration value, Duration limit) {
        return limit.compareTo(value) > 0 ? limit : value;
    }

    /** Policies that are valid but for the one value. */
    private static final class RetryPolicyProbe {

        static RetryPolicy delay(Duration delay) {
            return RetryPolicy.exponential(delay, 1, longer(Duration.ZERO, delay));
        }

        static RetryPolicy multiplier(double multiplier) {
            return RetryPolicy.exponential(Duration.ZERO, multiplier, Duration.ZERO);
        }

        static RetryPolicy jitter(double jitter) {
            return RetryPolicy.exponential(Duration.ZERO, 1, Duration.ZERO, jitter);
        }
    }
}
