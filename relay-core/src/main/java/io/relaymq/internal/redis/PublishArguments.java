package io.relaymq.internal.redis;

import io.relaymq.internal.store.Outgoing;
import org.jspecify.annotations.Nullable;

/** What the scripts that publish have in common. */
final class PublishArguments {

    private PublishArguments() {}

    /** Options as {@code publish.lua} reads them. */
    static String options(Outgoing.@Nullable Terms terms) {
        if (terms == null) {
            return "";
        }
        String retain = terms.retainMillis() == null ? "" : "," + terms.retainMillis();
        return terms.timeToLiveMillis() + retain + (terms.requireSubscribers() ? " 1 " : " 0 ") + terms.windowMillis()
                + " " + terms.idempotencyKey();
    }

    /** A time as {@code schedule.lua} reads it. */
    static String due(Outgoing.@Nullable Terms terms) {
        Outgoing.Due due = terms == null ? null : terms.due();
        if (due == null) {
            throw new IllegalArgumentException("Expected a delayed message");
        }
        return (due.fromNow() ? "+" : "@") + due.millis();
    }

    static RuntimeException failed(String broadcast, String subject, Throwable failure) {
        return Failures.ofPublish(
                "Cannot publish to subject '" + subject + "' (broadcast '" + broadcast + "'): ", failure);
    }
}
