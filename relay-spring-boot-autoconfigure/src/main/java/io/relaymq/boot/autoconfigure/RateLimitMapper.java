package io.relaymq.boot.autoconfigure;

import io.relaymq.RateLimit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** From {@code rate-limit.*} to a limit. Core has none by default; no starts, or 0 of them, means none. */
final class RateLimitMapper {

    static final Duration DEFAULT_PERIOD = Duration.ofSeconds(1);

    private RateLimitMapper() {}

    /** The first one that has a value wins, field by field. */
    static RelayProperties.RateLimit merge(RelayProperties.RateLimit first, RelayProperties.RateLimit second) {
        return new RelayProperties.RateLimit(
                first.starts() != null ? first.starts() : second.starts(),
                first.period() != null ? first.period() : second.period());
    }

    static @Nullable RateLimit limit(RelayProperties.RateLimit given) {
        Integer starts = given.starts();
        if (starts == null || starts == 0) {
            return null;
        }
        return new RateLimit(starts, given.period() != null ? given.period() : DEFAULT_PERIOD);
    }

    static void check(String prefix, RelayProperties.RateLimit given) {
        InvalidProperty.check(
                prefix + ".starts",
                given.starts(),
                starts -> limit(new RelayProperties.RateLimit(starts, DEFAULT_PERIOD)));
        InvalidProperty.check(prefix + ".period", given.period(), period -> new RateLimit(1, period));
    }
}
