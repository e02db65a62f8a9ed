package io.relaymq.boot.autoconfigure;

import io.relaymq.DeadLetters;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.Subscriptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The subscriptions of a broadcast of whatever Relay runs now. */
record LifecycleSubscriptions(LifecycleBroadcast broadcast) implements Subscriptions {

    private Subscriptions current() {
        return broadcast.current().subscriptions();
    }

    @Override
    public List<String> names() {
        return current().names();
    }

    @Override
    public @Nullable SubscriptionStatus describe(String name) {
        return current().describe(name);
    }

    @Override
    public boolean create(String name, List<String> patterns, StartFrom startFrom) {
        return current().create(name, patterns, startFrom);
    }

    @Override
    public boolean changePatterns(String name, List<String> patterns) {
        return current().changePatterns(name, patterns);
    }

    @Override
    public boolean delete(String name) {
        return current().delete(name);
    }

    @Override
    public boolean pause(String name) {
        return current().pause(name);
    }

    @Override
    public boolean resume(String name) {
        return current().resume(name);
    }

    @Override
    public boolean seek(String name, StartFrom to) {
        return current().seek(name, to);
    }

    @Override
    public long countAfter(String name, StartFrom position) {
        return current().countAfter(name, position);
    }

    @Override
    public DeadLetters deadLetters(String name) {
        current().deadLetters(name); // refuses a name that cannot be one
        return new LifecycleDeadLetters(this, name);
    }

    /** The dead letters behind those of the application. */
    DeadLetters currentDeadLetters(String name) {
        return current().deadLetters(name);
    }
}
