package io.relaymq.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** What the observation of a batch is called and says. A bean of this type takes the default's place. */
public interface RelayBatchObservationConvention extends ObservationConvention<RelayBatchContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof RelayBatchContext;
    }
}
