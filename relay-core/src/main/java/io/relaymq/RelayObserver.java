package io.relaymq;

/**
 * Told of what happens, for metrics and events: in order, one thing after the other, on a thread that has nothing else to do, so that
 * it may publish and wait. Up to 10,000 events wait for one that is slow; what comes then is not told, and that is logged. What it
 * throws is logged and changes nothing.
 */
public interface RelayObserver {

    /** Retention took messages from a broadcast's log in a publish, or by age, of this process. */
    default void trimmed(BroadcastTrimmed event) {}

    /** A worker of this process started, failed, recovered, was paused, resumed or stopped. In order for each worker. */
    default void workerChanged(WorkerChanged event) {}

    /** A delivery that a handler of this process had has become a dead letter. */
    default void deadLettered(DeadLettered event) {}

    /** This process has found deliveries that nobody worked on any more. */
    default void stalled(DeliveriesStalled event) {}

    /** This process has removed a subscription that nobody had read for {@link BroadcastOptions#expireAfter()}. */
    default void expired(SubscriptionExpired event) {}

    /** The connection for commands stands again after it was lost. */
    default void reconnected() {}
}
