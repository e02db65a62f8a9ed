package io.relaymq.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** What the observation of a handler is called and says. A bean of this type replaces {@link DefaultRelayProcessObservationConvention}. */
public interface RelayProcessObservationConvention extends ObservationConvention<RelayProcessContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof RelayProcessContext;
    }
}
