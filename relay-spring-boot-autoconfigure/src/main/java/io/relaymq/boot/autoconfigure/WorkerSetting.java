package io.relaymq.boot.autoconfigure;

import io.relaymq.WorkerOptions;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One property that sets one option of a worker; without effect if it has no value. */
record WorkerSetting<T>(String property, @Nullable T value, BiConsumer<WorkerOptions.Builder, T> setter) {

    static Stream<WorkerSetting<?>> of(String prefix, WorkerProperties values, FailureClasses classes) {
        return Stream.of(
                set(prefix, ".concurrency", values.concurrency(), WorkerOptions.Builder::concurrency),
                set(prefix, ".max-attempts", values.maxAttempts(), WorkerOptions.Builder::maxAttempts),
                set(prefix, ".lock-duration", values.lockDuration(), WorkerOptions.Builder::lockDuration),
                set(prefix, ".stalled-interval", values.stalledInterval(), WorkerOptions.Builder::stalledInterval),
                set(prefix, ".max-stalled-count", values.maxStalledCount(), WorkerOptions.Builder::maxStalledCount),
                set(prefix, ".max-waiting", values.maxWaiting(), WorkerOptions.Builder::maxWaiting),
                set(
                        prefix,
                        ".max-in-flight-size",
                        values.maxInFlightSize(),
                        (options, size) -> options.maxInFlightSize(size.toBytes())),
                set(prefix, ".max-dead-letters", values.maxDeadLetters(), WorkerOptions.Builder::maxDeadLetters),
                set(prefix, ".handler-timeout", values.handlerTimeout(), WorkerOptions.Builder::handlerTimeout),
                set(prefix, ".retry-on", values.retryOn(), (options, names) -> options.retryOn(classes.named(names))),
                set(
                        prefix,
                        ".no-retry-on",
                        values.noRetryOn(),
                        (options, names) -> options.noRetryOn(classes.named(names))));
    }

    private static <T> WorkerSetting<T> set(
            String prefix, String name, @Nullable T value, BiConsumer<WorkerOptions.Builder, T> setter) {
        return new WorkerSetting<>(prefix + name, value, setter);
    }

    void applyTo(WorkerOptions.Builder options) {
        if (value != null) {
            setter.accept(options, value);
        }
    }

    /** Fails, naming the property, if core does not accept the value. */
    void check() {
        InvalidProperty.check(property, value, given -> {
            WorkerOptions.Builder scratch = WorkerOptions.of("check");
            setter.accept(scratch, given);
            scratch.build();
        });
    }
}
