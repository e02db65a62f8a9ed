package io.relaymq.internal.redis;

import io.relaymq.BroadcastOptions;
import io.relaymq.SubscriptionCounters;
import io.relaymq.SubscriptionExpired;
import io.relaymq.SubscriptionStatus;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Expired;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Publication;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.Step;
import io.relaymq.internal.store.Subscribed;
import io.relaymq.internal.store.Swept;
import io.relaymq.internal.store.Taken;
import io.relaymq.internal.store.TakenEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The replies of the scripts, as their headers describe them. */
final class Replies {

    private static final String JOIN = "JOIN";

    private Replies() {}

    /** @param outgoing what was published; its routes were followed if the reply is mere text */
    static Publication publication(Reply reply, String generation, List<Outgoing> outgoing) {
        if (reply.size() == 1) {
            return PublishedText.read(reply.text(0), generation, outgoing);
        }
        Reply written = reply.list(2);
        List<Publication.Appended> appended = new ArrayList<>(written.size() / 2);
        for (int i = 0; i < written.size(); i += 3) {
            appended.add(new Publication.Appended(written.text(i), written.count(i + 1), written.number(i + 2) == 1));
        }
        return new Publication(reply.text(0), reply.number(1), appended, drops(reply.list(3)), texts(reply.list(4)));
    }

    static Map<String, Long> drops(Reply dropped) {
        Map<String, Long> drops = new HashMap<>();
        for (int i = 0; i < dropped.size(); i += 2) {
            drops.put(dropped.text(i), dropped.number(i + 1));
        }
        return drops;
    }

    static Expired expired(String broadcast, Reply reply) {
        Reply removed = reply.list(2);
        List<SubscriptionExpired> all = new ArrayList<>(removed.size() / 5);
        for (int i = 0; i < removed.size(); i += 5) {
            all.add(new SubscriptionExpired(
                    broadcast,
                    removed.text(i),
                    removed.number(i + 1),
                    removed.number(i + 2),
                    removed.number(i + 3),
                    Duration.ofMillis(removed.number(i + 4))));
        }
        return new Expired(all, reply.text(1));
    }

    private static List<String> texts(Reply reply) {
        List<String> texts = new ArrayList<>(reply.size());
        for (int i = 0; i < reply.size(); i++) {
            texts.add(reply.text(i));
        }
        return texts;
    }

    private static List<String> patterns(String joined) {
        return joined.isEmpty() ? List.of() : List.of(joined.split(","));
    }

    static @Nullable BroadcastOptions optionsBefore(Reply reply) {
        String before = reply.text(1);
        return before.isEmpty() ? null : Settings.parse(before);
    }

    static Subscribed subscribed(Reply reply) {
        return new Subscribed(
                Subscribed.Change.valueOf(reply.text(0)),
                reply.text(1),
                isCopying(reply.text(2)),
                reply.text(3),
                reply.text(4),
                patterns(reply.text(5)),
                reply.text(6),
                reply.size() > 7 ? reply.text(7) : "0-0");
    }

    private static boolean isCopying(String state) {
        return !state.equals("live");
    }

    static Step copied(Reply reply) {
        String state = reply.text(2);
        return new Step(!reply.text(0).equals(JOIN), reply.count(1), state.equals("live"), state.equals("moving"));
    }

    static Step recovered(Reply reply) {
        return new Step(!reply.text(0).equals(JOIN), reply.count(1), reply.number(2) == 1);
    }

    static Kept kept(Reply reply) {
        Kept.Verdict verdict = Kept.Verdict.valueOf(reply.text(0));
        if (reply.size() == 1) {
            return Kept.of(verdict);
        }
        return new Kept(
                verdict,
                reply.text(1),
                reply.number(2),
                reply.number(3) == 1,
                isCopying(reply.text(4)),
                reply.number(5),
                reply.number(6),
                reply.number(7),
                reply.number(8) == 1,
                patterns(reply.text(9)));
    }

    static Taken taken(Reply reply) {
        List<TakenEntry> entries = new ArrayList<>(reply.size());
        for (int i = 1; i < reply.size(); i++) {
            Reply one = reply.list(i);
            Entry entry = new Entry(one.text(0), one.text(5), one.bytes(6), one.bytes(7), one.number(8));
            entries.add(new TakenEntry(entry, one.number(1), one.count(2), one.count(3), one.count(4)));
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

    /** @param held how many were to be settled */
    static Settled settled(Reply reply, int held) {
        if (reply.size() == 1) {
            return new Settled(true, held, 0);
        }
        return new Settled(!reply.text(0).equals(JOIN), reply.count(1), reply.count(2), reply.number(3) == 1);
    }

    static Settled released(Reply reply) {
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
        long age = reply.number(7);
        return new SubscriptionStatus(
                subscription,
                patterns(reply.text(10)),
                isCopying(reply.text(0)),
                reply.number(12) == 1,
                reply.number(1),
                reply.number(2),
                reply.number(3),
                reply.number(5),
                texts(reply.list(13)),
                age < 0 ? null : Duration.ofMillis(age),
                counters(reply.list(9)));
    }

    private static SubscriptionCounters counters(Reply stats) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < stats.size(); i += 2) {
            values.put(stats.text(i), stats.text(i + 1));
        }
        ToLongFunction<String> count = name -> Long.parseLong(values.getOrDefault(name, "0"));
        String droppedAt = values.get("dropped-at");
        return new SubscriptionCounters(
                count.applyAsLong("acked"),
                count.applyAsLong("retried"),
                count.applyAsLong("stalled"),
                count.applyAsLong("late"),
                count.applyAsLong("expired"),
                count.applyAsLong("dead"),
                count.applyAsLong("dead-dropped"),
                count.applyAsLong("replayed"),
                count.applyAsLong("discarded"),
                count.applyAsLong("skipped"),
                count.applyAsLong("dropped"),
                values.get("dropped-first"),
                values.get("dropped-last"),
                droppedAt == null ? null : Instant.ofEpochMilli(Long.parseLong(droppedAt)));
    }
}
