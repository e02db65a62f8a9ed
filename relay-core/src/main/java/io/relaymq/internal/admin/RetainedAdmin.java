package io.relaymq.internal.admin;

import io.relaymq.PayloadCodec;
import io.relaymq.RetainedValue;
import io.relaymq.RetainedValues;
import io.relaymq.SubjectMatcher;
import io.relaymq.Subjects;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.HeaderText;
import io.relaymq.internal.store.RetainedStore;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The retained values of a broadcast. For internal use. */
public final class RetainedAdmin implements RetainedValues {

    private static final int LONGEST_PAGE = 1_000;

    private final RetainedStore store;
    private final PayloadCodec codec;

    public RetainedAdmin(RetainedStore store, PayloadCodec codec) {
        this.store = store;
        this.codec = codec;
    }

    @Override
    public @Nullable RetainedValue get(String subject) {
        Entry entry = Waiting.on(store.get(Subjects.requireValid(subject)));
        return entry == null ? null : new Value(entry, codec);
    }

    @Override
    public List<RetainedValue> page(List<String> patterns, @Nullable String after, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("Expected limit to be from 1 to " + LONGEST_PAGE + ", got: " + limit);
        }
        List<String> checked = SubjectMatcher.compile(patterns).patterns();
        List<RetainedValue> values = new ArrayList<>();
        String from = after == null ? "0-0" : after;
        while (values.size() < limit && !from.isEmpty()) {
            RetainedStore.Page page = Waiting.on(store.page(checked, from));
            page.entries().stream().limit(limit - values.size()).forEach(entry -> values.add(new Value(entry, codec)));
            from = page.next();
        }
        return List.copyOf(values);
    }

    @Override
    public boolean delete(String subject) {
        return Waiting.on(store.delete(Subjects.requireValid(subject)));
    }

    /** One of them, as it was stored. */
    private record Value(Entry entry, PayloadCodec codec) implements RetainedValue {

        @Override
        public String id() {
            return entry.id();
        }

        @Override
        public String subject() {
            return entry.subject();
        }

        @Override
        public Map<String, String> headers() {
            return HeaderText.readLeniently(entry.headers());
        }

        @Override
        public Instant publishedAt() {
            return Instant.ofEpochMilli(Long.parseLong(id().substring(0, id().indexOf('-'))));
        }

        @Override
        public @Nullable Instant expiresAt() {
            return entry.expiry() == 0 ? null : Instant.ofEpochMilli(entry.expiry());
        }

        @Override
        public byte[] data() {
            return entry.data();
        }

        @Override
        public Object payload(Type type) {
            return codec.decode(data(), type);
        }
    }
}
