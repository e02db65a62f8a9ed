package io.relaymq.internal.admin;

import io.relaymq.DeadLetters;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.Subscriptions;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.store.SubscribeRequest;
import io.relaymq.internal.store.Subscribed;
import io.relaymq.internal.store.SubscriptionStore;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks after the subscriptions of one broadcast. For internal use. */
public final class SubscriptionAdmin implements Subscriptions {

    private static final int MESSAGES_A_STEP = 500;

    private final SubscriptionStore store;
    private final Consumer<String> changed;

    /** @param changed told of a subscription whose workers in this process should look at once */
    public SubscriptionAdmin(SubscriptionStore store, Consumer<String> changed) {
        this.store = store;
        this.changed = changed;
    }

    @Override
    public List<String> names() {
        return Waiting.on(store.names());
    }

    @Override
    public @Nullable SubscriptionStatus describe(String name) {
        return Waiting.on(store.status(checked(name)));
    }

    @Override
    public boolean create(String name, List<String> patterns, StartFrom startFrom) {
        return subscribe(name, patterns, startFrom).change() == Subscribed.Change.CREATED;
    }

    @Override
    public boolean changePatterns(String name, List<String> patterns) {
        checked(name, patterns);
        if (Waiting.on(store.status(name)) == null) {
            return false;
        }
        subscribe(name, patterns, StartFrom.latest());
        changed.accept(name);
        return true;
    }

    private Subscribed subscribe(String name, List<String> patterns, StartFrom startFrom) {
        List<String> sorted = checked(name, patterns).stream().sorted().toList();
        return Waiting.on(store.subscribe(new SubscribeRequest(name, sorted, startFrom.position(), "", "")));
    }

    @Override
    public boolean delete(String name) {
        boolean found = Waiting.on(store.delete(checked(name)));
        changed.accept(name);
        return found;
    }

    @Override
    public boolean pause(String name) {
        return setPaused(name, true);
    }

    @Override
    public boolean resume(String name) {
        return setPaused(name, false);
    }

    private boolean setPaused(String name, boolean paused) {
        boolean found = Waiting.on(store.pause(checked(name), paused));
        changed.accept(name);
        return found;
    }

    @Override
    public boolean seek(String name, StartFrom to) {
        boolean found = Waiting.on(store.seek(checked(name), to));
        changed.accept(name);
        return found;
    }

    @Override
    public long countAfter(String name, StartFrom position) {
        checked(name);
        long matching = 0;
        String next = position.position();
        while (!next.isEmpty()) {
            SubscriptionStore.Counted step = Waiting.on(store.count(name, next, MESSAGES_A_STEP));
            if (!step.known()) {
                return -1;
            }
            matching += step.matching();
            next = step.next();
        }
        return matching;
    }

    @Override
    public DeadLetters deadLetters(String name) {
        return new DeadLetterAdmin(checked(name), store, changed);
    }

    private static String checked(String name) {
        checked(name, List.of());
        return name;
    }

    /** The patterns in their canonical form; what a worker may not be made with is refused before anything is asked. */
    private static List<String> checked(String name, List<String> patterns) {
        return WorkerOptions.of(name, patterns).build().patterns();
    }
}
