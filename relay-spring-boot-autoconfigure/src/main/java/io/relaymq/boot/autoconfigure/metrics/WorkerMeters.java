package io.relaymq.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.relaymq.BroadcastWorker;
import java.util.EnumMap;
import java.util.Map;

/**
 * The meters of one worker in one registry. Counters appear with the first sample: from nothing to the value so far is no
 * increase, from 0 it would be one.
 */
final class WorkerMeters {

    private final MeterRegistry registry;
    private final BroadcastWorker worker;
    private final Tags tags;
    private final Map<RelayMeter, Meter> meters = new EnumMap<>(RelayMeter.class);

    WorkerMeters(MeterRegistry registry, BroadcastWorker worker) {
        this.registry = registry;
        this.worker = worker;
        this.tags = Tags.of("broadcast", worker.broadcast(), "subscription", worker.subscription());
    }

    /** Registers what is missing and can be. Asks for no status when nothing is missing: to ask has Relay sample again. */
    void register() {
        if (meters.size() == RelayMeter.values().length) {
            return;
        }
        boolean sampled = worker.status().subscription() != null;
        for (RelayMeter meter : RelayMeter.values()) {
            if (sampled || !meter.isCounter()) {
                meters.computeIfAbsent(meter, this::register);
            }
        }
    }

    void remove() {
        meters.values().forEach(registry::remove);
        meters.clear();
    }

    private Meter register(RelayMeter meter) {
        if (meter.isCounter()) {
            return FunctionCounter.builder(meter.meterName(), worker, of -> meter.value(of.status()))
                    .description(meter.description())
                    .tags(tags)
                    .register(registry);
        }
        return Gauge.builder(meter.meterName(), worker, of -> meter.value(of.status()))
                .description(meter.description())
                .baseUnit(meter.unit())
                .tags(tags)
                .register(registry);
    }
}
