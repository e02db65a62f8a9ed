package io.relaymq.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;
import java.util.Objects;

/** Makes a trace of each batch, whose span links to those of the deliveries in it: they belong to the traces of their messages. */
public final class RelayBatchTracingHandler implements TracingObservationHandler<RelayBatchContext> {

    private final Tracer tracer;

    /** @param tracer the application's */
    public RelayBatchTracingHandler(Tracer tracer) {
        this.tracer = Objects.requireNonNull(tracer, "tracer");
    }

    @Override
    public void onStart(RelayBatchContext context) {
        Span.Builder span = tracer.spanBuilder().setNoParent().kind(Span.Kind.CONSUMER);
        for (Observation.ContextView run : context.runs()) {
            TracingContext tracing = run.get(TracingContext.class);
            if (tracing != null && tracing.getSpan() != null) {
                span.addLink(new Link(tracing.getSpan().context()));
            }
        }
        getTracingContext(context).setSpan(span.start());
    }

    @Override
    public void onStop(RelayBatchContext context) {
        Span span = getRequiredSpan(context);
        span.name(getSpanName(context));
        tagSpan(context, span);
        endSpan(context, span);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof RelayBatchContext;
    }

    @Override
    public Tracer getTracer() {
        return tracer;
    }
}
