package io.relaymq.spring.observation;

import io.micrometer.common.KeyValues;
import io.relaymq.PublishResult;
import io.relaymq.spring.observation.RelayObservation.PublishDetails;
import io.relaymq.spring.observation.RelayObservation.PublishTags;

/** Called {@code relay.publish}, a span {@code <broadcast> publish}, with the keys of {@link RelayObservation#PUBLISH}. */
public class DefaultRelayPublishObservationConvention implements RelayPublishObservationConvention {

    @Override
    public String getName() {
        return "relay.publish";
    }

    @Override
    public String getContextualName(RelayPublishContext context) {
        return context.broadcast() + " publish";
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(RelayPublishContext context) {
        return KeyValues.of(
                PublishTags.SYSTEM.withValue("redis"),
                PublishTags.OPERATION.withValue("publish"),
                PublishTags.BROADCAST.withValue(context.broadcast()));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(RelayPublishContext context) {
        KeyValues known =
                KeyValues.of(PublishDetails.SUBJECT.withValue(context.message().subject()));
        PublishResult result = context.result();
        return result == null
                ? known
                : known.and(
                        PublishDetails.MESSAGE_ID.withValue(result.id()),
                        PublishDetails.SUBSCRIPTIONS.withValue(String.valueOf(result.subscriptions())));
    }
}
