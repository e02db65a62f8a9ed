package io.relaymq;

import java.util.List;

/**
 * Some messages of a log, in their order, and where the log stood when they were read.
 *
 * @param after the id after which was read
 * @param messages those that follow it and are still kept, expired ones among them; empty if there are none
 * @param gapless whether nothing is missing between {@code after} and the first message: that message is still kept, or
 *     retention never took one
 * @param more whether there are further ones
 * @param trimmed how many messages retention has taken from the log so far
 * @param kept how many there are in the log
 * @param incarnation the life of the broadcast: another one after the keys were lost; empty if there is none yet
 */
public record LogPage(
        String after,
        List<LoggedMessage> messages,
        boolean gapless,
        boolean more,
        long trimmed,
        long kept,
        String incarnation) {

    public LogPage {
        messages = List.copyOf(messages);
    }

    /** The id after which the next page begins. */
    public String next() {
        return messages.isEmpty() ? after : messages.get(messages.size() - 1).id();
    }

    /** How many messages there have been: the number, counted from 1, of the newest one. */
    public long published() {
        return trimmed + kept;
    }
}
