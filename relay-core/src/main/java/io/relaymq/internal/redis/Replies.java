package io.relaymq.internal.redis;

import io.relaymq.SubscriptionStatus;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Publication;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.Step;
import io.relaymq.internal.store.Subscribed;
import io.relaymq.internal.store.Swept;
import io.relaymq.internal.store.Taken;
import io.relaymq.internal.store.TakenEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The replies of the scripts, as their headers describe them. */
final class Replies {

    private static final String JOIN = "JOIN";

    private Replies() {}

    static Publication publication(Reply reply) {
        Reply written = reply.list(2);
        List<Publication.Appended> appended = new ArrayList<>(written.size() / 2);
        for (int i = 0; i < written.size(); i += 2) {
            appended.add(new Publication.Appended(written.text(i), written.count(i + 1)));
        }
        Reply dropped = reply.list(3);
        Map<String, Long> drops = new HashMap<>();
        for (int i = 0; i < dropped.size(); i += 2) {
            drops.put(dropped.text(i), dropped.number(i + 1));
        }
        Reply gone = reply.list(4);
        List<String> missing = new ArrayList<>(gone.size());
        for (int i = 0; i < gone.size(); i++) {
            missing.add(gone.text(i));
        }
        return new Publication(reply.text(0), reply.number(1), appended, drops, missing);
    }

    static @Nullable Long capBefore(Reply reply) {
        String before = reply.text(1);
        return before.isEmpty() ? null : Long.valueOf(before);
    }

    static Subscribed subscribed(Reply reply) {
        String before = reply.text(5);
        return new Subscribed(
                Subscribed.Change.valueOf(reply.text(0)),
                reply.text(1),
                reply.text(2).equals("copying"),
                reply.text(3),
                reply.text(4),
                before.isEmpty() ? List.of() : List.of(before.split(",")));
    }

    static Step copied(Reply reply) {
        return new Step(
                !reply.text(0).equals(JOIN), reply.count(1), reply.text(2).equals("live"));
    }

    static Step recovered(Reply reply) {
        return new Step(!reply.text(0).equals(JOIN), reply.count(1), reply.number(2) == 1);
    }

    static Kept kept(Reply reply) {
        Kept.Verdict verdict = Kept.Verdict.valueOf(reply.text(0));
        if (verdict != Kept.Verdict.OK) {
            return Kept.of(verdict);
        }
        return new Kept(
                verdict,
                reply.text(1),
                reply.number(2),
                reply.number(3) == 1,
                reply.text(4).equals("copying"),
                reply.number(5),
                reply.number(6));
    }

    static Taken taken(Reply reply) {
        List<TakenEntry> entries = new ArrayList<>(reply.size());
        for (int i = 1; i < reply.size(); i++) {
            Reply one = reply.list(i);
            Entry entry = new Entry(one.text(0), one.text(4), one.bytes(5), one.bytes(6));
            entries.add(new TakenEntry(entry, one.number(1), one.count(2), one.count(3)));
        }
        return new Taken(Taken.Verdict.valueOf(reply.text(0)), entries);
    }

    static Swept swept(Reply reply) {
        return new Swept(
                Swept.Verdict.valueOf(reply.text(0)),
                reply.count(1),
                reply.count(2),
                reply.count(3),
                reply.number(4) == 1);
    }

    static Settled settled(Reply reply) {
        return new Settled(!reply.text(0).equals(JOIN), reply.count(1), reply.count(2));
    }

    static Settled failed(Reply reply) {
        boolean done = reply.text(0).equals("OK");
        return new Settled(!reply.text(0).equals(JOIN), done ? 1 : 0, done ? 0 : 1);
    }

    static @Nullable SubscriptionStatus status(String subscription, Reply reply) {
        if (reply.size() == 1) {
            return null;
        }
        Map<String, Long> counters = new HashMap<>();
        Reply stats = reply.list(9);
        for (int i = 0; i < stats.size(); i += 2) {
            String value = stats.text(i + 1);
            counters.put(stats.text(i), value.indexOf('-') < 0 ? Long.parseLong(value) : 0L);
        }
        long age = reply.number(7);
        return new SubscriptionStatus(
                subscription,
                reply.text(0).equals("copying"),
                reply.number(1),
                reply.number(2),
                reply.number(3),
                reply.number(5),
                reply.count(6),
                age < 0 ? null : Duration.ofMillis(age),
                counters.getOrDefault("dropped", 0L),
                counters.getOrDefault("acked", 0L),
                counters.getOrDefault("retried", 0L),
                counters.getOrDefault("stalled", 0L),
                counters.getOrDefault("late", 0L));
    }
}
