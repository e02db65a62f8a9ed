package io.relaymq.internal.redis;

import io.lettuce.core.StreamMessage;
import io.relaymq.internal.store.Entry;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Stored messages: fields {@code s} subject, {@code d} data, {@code h} headers, and where it has one {@code x} expiry, in this order. */
final class Entries {

    private static final byte[] NONE = {};
    private static final byte[] SUBJECT = {'s'};
    private static final byte[] DATA = {'d'};
    private static final byte[] HEADERS = {'h'};
    private static final byte[] EXPIRY = {'x'};

    private Entries() {}

    static List<Entry> of(List<StreamMessage<byte[], byte[]>> messages) {
        return messages.stream()
                .filter(message -> message.getId() != null)
                .map(Entries::of)
                .toList();
    }

    static Entry of(StreamMessage<byte[], byte[]> message) {
        byte[] subject = NONE;
        byte[] data = NONE;
        byte[] headers = NONE;
        long expiry = 0;
        for (Map.Entry<byte[], byte[]> field : message.getBody().entrySet()) {
            if (Arrays.equals(field.getKey(), SUBJECT)) {
                subject = field.getValue();
            } else if (Arrays.equals(field.getKey(), DATA)) {
                data = field.getValue();
            } else if (Arrays.equals(field.getKey(), HEADERS)) {
                headers = field.getValue();
            } else if (Arrays.equals(field.getKey(), EXPIRY)) {
                expiry = Long.parseLong(new String(field.getValue(), StandardCharsets.UTF_8));
            }
        }
        return new Entry(message.getId(), new String(subject, StandardCharsets.UTF_8), headers, data, expiry);
    }
}
