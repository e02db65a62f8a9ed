package io.relaymq.internal.redis;

import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Publication;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The short reply of {@code publish.lua}, {@code id id ... [trimmed [subscription=drops ...]]}: all went as it was routed. */
final class PublishedText {

    private PublishedText() {}

    static Publication read(String text, String generation, List<Outgoing> outgoing) {
        String[] words = text.split(" ");
        int messages = outgoing.size();
        List<Publication.Appended> appended = new ArrayList<>(messages);
        for (int i = 0; i < messages; i++) {
            int copies = outgoing.get(i).subscriptions().size();
            appended.add(new Publication.Appended(words[i], copies, false));
        }
        long trimmed = words.length > messages ? Long.parseLong(words[messages]) : 0;
        return new Publication(generation, trimmed, appended, drops(words, messages + 1), List.of());
    }

    private static Map<String, Long> drops(String[] words, int from) {
        if (words.length <= from) {
            return Map.of();
        }
        Map<String, Long> drops = new HashMap<>();
        for (int i = from; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            drops.put(words[i].substring(0, equals), Long.parseLong(words[i].substring(equals + 1)));
        }
        return drops;
    }
}
