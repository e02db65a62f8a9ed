package io.relaymq.internal.store;

import io.relaymq.SubscriptionExpired;
import java.util.List;

/**
 * One step of a look at the subscriptions that nobody reads. For internal use.
 *
 * @param removed those that this step removed
 * @param next where to go on; {@link #BEGIN} if that was all
 */
public record Expired(List<SubscriptionExpired> removed, String next) {

    /** Where a look begins. */
    public static final String BEGIN = "0";

    public boolean isLast() {
        return next.equals(BEGIN);
    }
}
