package io.relaymq;

/**
 * Told of what happens, for metrics and events. Called on Relay's threads: return soon. What it throws is logged and changes
 * nothing.
 */
public interface RelayObserver {

    /** Retention took messages from a broadcast's log in a publish, or by age, of this process. */
    default void trimmed(BroadcastTrimmed event) {}
}
