package io.relaymq.spring.observation;

import io.micrometer.common.KeyValues;
import io.relaymq.Delivery;
import io.relaymq.spring.observation.RelayObservation.BatchDetails;
import io.relaymq.spring.observation.RelayObservation.ProcessTags;

/** Called {@code relay.batch}, a span {@code <subscription> batch}, with the keys of {@link RelayObservation#BATCH}. */
public class DefaultRelayBatchObservationConvention implements RelayBatchObservationConvention {

    @Override
    public String getName() {
        return "relay.batch";
    }

    @Override
    public String getContextualName(RelayBatchContext context) {
        return context.deliveries().get(0).subscription() + " batch";
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(RelayBatchContext context) {
        Delivery first = context.deliveries().get(0);
        return KeyValues.of(
                ProcessTags.SYSTEM.withValue("redis"),
                ProcessTags.OPERATION.withValue("process"),
                ProcessTags.BROADCAST.withValue(first.broadcast()),
                ProcessTags.SUBSCRIPTION.withValue(first.subscription()));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(RelayBatchContext context) {
        return KeyValues.of(BatchDetails.MESSAGES.withValue(
                String.valueOf(context.deliveries().size())));
    }
}
