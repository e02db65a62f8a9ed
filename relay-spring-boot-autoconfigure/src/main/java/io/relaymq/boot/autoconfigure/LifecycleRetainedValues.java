package io.relaymq.boot.autoconfigure;

import io.relaymq.RetainedValue;
import io.relaymq.RetainedValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The retained values of a broadcast of whatever Relay runs now. */
record LifecycleRetainedValues(LifecycleBroadcast broadcast) implements RetainedValues {

    private RetainedValues current() {
        return broadcast.current().retained();
    }

    @Override
    public @Nullable RetainedValue get(String subject) {
        return current().get(subject);
    }

    @Override
    public List<RetainedValue> page(List<String> patterns, @Nullable String after, int limit) {
        return current().page(patterns, after, limit);
    }

    @Override
    public boolean delete(String subject) {
        return current().delete(subject);
    }
}
