package io.relaymq.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.relaymq.BroadcastWorker;
import io.relaymq.boot.autoconfigure.metrics.RelayMeter.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The meters of one worker in one registry. Counters appear with the first sample: from nothing to the value so far is no
 * increase, from 0 it would be one.
 */
final class WorkerMeters {

    private static final List<RelayMeter> SAMPLED =
            Stream.of(RelayMeter.values()).filter(RelayMeter::isSampled).toList();

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
        if (meters.size() == SAMPLED.size()) {
            return;
        }
        boolean sampled = worker.status().subscription() != null;
        for (RelayMeter meter : SAMPLED) {
            if (sampled || meter.kind() != Kind.COUNTER) {
                meters.computeIfAbsent(meter, this::register);
            }
        }
    }

    void remove() {
        meters.values().forEach(registry::remove);
        meters.clear();
    }

    private Meter register(RelayMeter meter) {
        if (meter.kind() == Kind.COUNTER) {
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
