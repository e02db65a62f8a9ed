package io.relaymq.spring.observation;

import io.micrometer.observation.Observation;
import io.relaymq.Delivery;
import java.util.List;

/** One call of a listener with a batch. Its messages come from traces of their own, so that it is part of none of them. */
public final class RelayBatchContext extends Observation.Context {

    private final List<Delivery> deliveries;
    private final List<Observation.ContextView> runs;

    RelayBatchContext(List<Delivery> deliveries, List<Observation.ContextView> runs) {
        this.deliveries = List.copyOf(deliveries);
        this.runs = List.copyOf(runs);
    }

    /** What the listener is given, in its order; at least one. */
    public List<Delivery> deliveries() {
        return deliveries;
    }

    /** The observations {@code relay.process} of the deliveries, as far as they are observed. */
    public List<Observation.ContextView> runs() {
        return runs;
    }
}
