package io.relaymq.boot.autoconfigure.http;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;

/** {@code relay.http.streams}: how many streams are open, by kind. */
final class HttpMeters implements MeterBinder {

    static final String STREAMS = "relay.http.streams";

    private final Streams streams;

    HttpMeters(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Streams.Kind kind : Streams.Kind.values()) {
            Gauge.builder(STREAMS, streams, open -> open.count(kind))
                    .description("Open streams of events over HTTP")
                    .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }
}
