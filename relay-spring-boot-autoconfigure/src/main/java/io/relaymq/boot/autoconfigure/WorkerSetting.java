package io.relaymq.boot.autoconfigure;

import io.relaymq.WorkerOptions;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One property that sets one option of a worker; without effect if it has no value. */
record WorkerSetting<T>(String property, @Nullable T value, BiConsumer<WorkerOptions.Builder, T> setter) {

    static Stream<WorkerSetting<?>> of(String prefix, WorkerProperties values) {
        return Stream.of(
                new WorkerSetting<>(prefix + ".concurrency", values.concurrency(), WorkerOptions.Builder::concurrency),
                new WorkerSetting<>(prefix + ".max-attempts", values.maxAttempts(), WorkerOptions.Builder::maxAttempts),
                new WorkerSetting<>(
                        prefix + ".lock-duration", values.lockDuration(), WorkerOptions.Builder::lockDuration),
                new WorkerSetting<>(
                        prefix + ".stalled-interval", values.stalledInterval(), WorkerOptions.Builder::stalledInterval),
                new WorkerSetting<>(
                        prefix + ".max-stalled-count",
                        values.maxStalledCount(),
                        WorkerOptions.Builder::maxStalledCount),
                new WorkerSetting<>(prefix + ".max-waiting", values.maxWaiting(), WorkerOptions.Builder::maxWaiting));
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
