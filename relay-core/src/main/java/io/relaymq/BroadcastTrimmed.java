package io.relaymq;

import java.util.Map;

/**
 * Retention took messages from the log.
 *
 * @param broadcast the broadcast's name
 * @param trimmed how many messages
 * @param unreadDrops per subscription, how many of its copies went with them before they were delivered
 */
public record BroadcastTrimmed(String broadcast, long trimmed, Map<String, Long> unreadDrops) {

    public BroadcastTrimmed {
        unreadDrops = Map.copyOf(unreadDrops);
    }
}
