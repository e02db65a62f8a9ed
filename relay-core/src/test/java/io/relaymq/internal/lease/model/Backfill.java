package io.relaymq.internal.lease.model;

import java.util.List;

/** A subscription that is filled with history. Messages are numbered from 1 in the order of the log. */
public interface Backfill {

    /** @return unread drops counted by it */
    int publish(String subject);

    /** Makes the subscription, from the start of the log. */
    void subscribe(String pattern);

    void change(String pattern);

    /** One bounded step of copying, by a process that has nothing to do with the one that began. */
    void step(int limit);

    /** Reads and settles. */
    List<Integer> read(int count);
}
