package io.relaymq.spring.observation;

import io.micrometer.common.KeyValues;
import io.relaymq.Delivery;
import io.relaymq.spring.observation.RelayObservation.ProcessDetails;
import io.relaymq.spring.observation.RelayObservation.ProcessTags;

/** Called {@code relay.process}, a span {@code <subscription> process}, with the keys of {@link RelayObservation#PROCESS}. */
public class DefaultRelayProcessObservationConvention implements RelayProcessObservationConvention {

    @Override
    public String getName() {
        return "relay.process";
    }

    @Override
    public String getContextualName(RelayProcessContext context) {
        return context.delivery().subscription() + " process";
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(RelayProcessContext context) {
        return KeyValues.of(
                ProcessTags.SYSTEM.withValue("redis"),
                ProcessTags.OPERATION.withValue("process"),
                ProcessTags.BROADCAST.withValue(context.delivery().broadcast()),
                ProcessTags.SUBSCRIPTION.withValue(context.delivery().subscription()));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(RelayProcessContext context) {
        Delivery delivery = context.delivery();
        return KeyValues.of(
                ProcessDetails.SUBJECT.withValue(delivery.subject()),
                ProcessDetails.MESSAGE_ID.withValue(delivery.id()),
                ProcessDetails.ATTEMPT.withValue(String.valueOf(delivery.attempt())));
    }
}
