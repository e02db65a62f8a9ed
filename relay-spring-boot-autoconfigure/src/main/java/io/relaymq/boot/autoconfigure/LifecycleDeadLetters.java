package io.relaymq.boot.autoconfigure;

import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The dead letters of a subscription in whatever Relay runs now. */
record LifecycleDeadLetters(LifecycleSubscriptions subscriptions, String subscription) implements DeadLetters {

    private DeadLetters current() {
        return subscriptions.currentDeadLetters(subscription);
    }

    @Override
    public long count() {
        return current().count();
    }

    @Override
    public List<DeadLetter> page(DeadLetterQuery query, @Nullable String after, int limit) {
        return current().page(query, after, limit);
    }

    @Override
    public @Nullable DeadLetter get(String id) {
        return current().get(id);
    }

    @Override
    public long replay(DeadLetterQuery query, int perSecond) {
        return current().replay(query, perSecond);
    }

    @Override
    public boolean replay(String id) {
        return current().replay(id);
    }

    @Override
    public long discard(DeadLetterQuery query) {
        return current().discard(query);
    }

    @Override
    public boolean discard(String id) {
        return current().discard(id);
    }
}
