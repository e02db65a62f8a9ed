package io.relaymq.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** What the observation of a publish is called and says. A bean of this type replaces {@link DefaultRelayPublishObservationConvention}. */
public interface RelayPublishObservationConvention extends ObservationConvention<RelayPublishContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof RelayPublishContext;
    }
}
