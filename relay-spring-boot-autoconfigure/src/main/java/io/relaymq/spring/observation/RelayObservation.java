package io.relaymq.spring.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of Relay and what they say by default. Low-cardinality keys become tags of timers too; subjects and ids are
 * therefore never among them.
 */
public enum RelayObservation implements ObservationDocumentation {

    /** A publish, from the call to its answer. */
    PUBLISH {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultRelayPublishObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return PublishTags.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return PublishDetails.values();
        }
    },

    /** A run of a handler. */
    PROCESS {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultRelayProcessObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return ProcessTags.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return ProcessDetails.values();
        }
    },

    /** A call of a listener with a batch; each of its deliveries is a {@link #PROCESS} besides. */
    BATCH {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultRelayBatchObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return ProcessTags.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return BatchDetails.values();
        }
    };

    /** Low-cardinality keys of a publish. */
    public enum PublishTags implements KeyName {
        /** Always {@code redis}. */
        SYSTEM("messaging.system"),
        /** Always {@code publish}. */
        OPERATION("messaging.operation.name"),
        /** The broadcast. */
        BROADCAST("messaging.destination.name");

        private final String key;

        PublishTags(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** High-cardinality keys of a publish. */
    public enum PublishDetails implements KeyName {
        /** The subject. */
        SUBJECT("relay.subject"),
        /** The message's id, if it was stored. */
        MESSAGE_ID("messaging.message.id"),
        /** How many subscriptions it was written to, if it was stored. */
        SUBSCRIPTIONS("relay.subscriptions");

        private final String key;

        PublishDetails(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Low-cardinality keys of a handler. */
    public enum ProcessTags implements KeyName {
        /** Always {@code redis}. */
        SYSTEM("messaging.system"),
        /** Always {@code process}. */
        OPERATION("messaging.operation.name"),
        /** The broadcast. */
        BROADCAST("messaging.destination.name"),
        /** The subscription. */
        SUBSCRIPTION("messaging.destination.subscription.name");

        private final String key;

        ProcessTags(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** High-cardinality keys of a handler. */
    public enum ProcessDetails implements KeyName {
        /** The subject. */
        SUBJECT("relay.subject"),
        /** The message's id. */
        MESSAGE_ID("messaging.message.id"),
        /** The number of the attempt, from 1. */
        ATTEMPT("relay.attempt");

        private final String key;

        ProcessDetails(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** High-cardinality keys of a batch. */
    public enum BatchDetails implements KeyName {
        /** How many messages it has. */
        MESSAGES("messaging.batch.message_count");

        private final String key;

        BatchDetails(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }
}
