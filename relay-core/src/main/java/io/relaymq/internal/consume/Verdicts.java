package io.relaymq.internal.consume;

import io.relaymq.PayloadException;
import io.relaymq.RejectMessageException;
import io.relaymq.ReleaseMessageException;
import io.relaymq.RetryAfterException;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Held;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows from a failure: another attempt, another time, or a dead letter. Pure but for its log. */
final class Verdicts {

    private static final Logger log = LoggerFactory.getLogger(Verdicts.class);

    /** Longer ones do not fit into what counts milliseconds. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(36_500);

    /** So that one that nobody can handle now is not handed round without a pause. */
    private static final Duration UNTIL_RELEASED_AGAIN = Duration.ofMillis(500);

    private final WorkerOptions options;

    Verdicts(WorkerOptions options) {
        this.options = options;
    }

    Outcome of(Held held, Throwable failure) {
        if (first(failure, RetryAfterException.class::isInstance) instanceof RetryAfterException later) {
            log.debug("{}: handled again in {}, no attempt is spent", name(held), later.delay());
            return new Outcome.Retry(bounded(later.delay()), failure, false);
        }
        if (first(failure, ReleaseMessageException.class::isInstance) != null) {
            log.debug("{}: given back unrun, no attempt is spent: {}", name(held), failure.getMessage());
            return new Outcome.Release(UNTIL_RELEASED_AGAIN);
        }
        if (isFinal(failure)) {
            return dead(held, failure, "such a failure is not retried");
        }
        if (held.attempt() >= options.maxAttempts()) {
            return dead(held, failure, "that was the last of " + options.maxAttempts() + " attempts");
        }
        Duration delay = delay(held, failure);
        log.info(
                "{}: attempt {} failed, next in {} ms: {}",
                name(held),
                held.attempt(),
                delay.toMillis(),
                failure.toString());
        return new Outcome.Retry(delay, failure, true);
    }

    private boolean isFinal(Throwable failure) {
        return failure instanceof PayloadException
                || first(failure, RejectMessageException.class::isInstance) != null
                || has(failure, options.noRetryOn())
                || !options.retryOn().isEmpty() && !has(failure, options.retryOn());
    }

    private static boolean has(Throwable failure, List<Class<? extends Throwable>> kinds) {
        return first(failure, one -> kinds.stream().anyMatch(kind -> kind.isInstance(one))) != null;
    }

    /** The first in the chain of causes, which may run in a circle. */
    private static @Nullable Throwable first(Throwable failure, Predicate<Throwable> wanted) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable one = failure; one != null && seen.add(one); one = one.getCause()) {
            if (wanted.test(one)) {
                return one;
            }
        }
        return null;
    }

    private Outcome dead(Held held, Throwable failure, String why) {
        log.warn("{} is a dead letter now: attempt {} failed and {}", name(held), held.attempt(), why, failure);
        return new Outcome.DeadLetter(failure);
    }

    private Duration delay(Held held, Throwable failure) {
        try {
            return bounded(options.retryPolicy().delay(held.attempt(), failure));
        } catch (RuntimeException | Error e) {
            log.warn("The retry policy of subscription '{}' failed; the default is used", options.subscription(), e);
            return WorkerOptions.DEFAULT_RETRY_POLICY.delay(held.attempt(), failure);
        }
    }

    private static Duration bounded(Duration delay) {
        return delay.isNegative() ? Duration.ZERO : delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
    }

    private String name(Held held) {
        return "Message " + held.entry().id() + " (" + held.entry().subject() + ") to subscription '"
                + options.subscription() + "'";
    }
}
