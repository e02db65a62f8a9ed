package io.relaymq.internal.redis;

import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.Token;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A script's ARGV, in order. */
final class Arguments {

    private final List<byte[]> values = new ArrayList<>();

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    Arguments add(byte[] value) {
        values.add(value);
        return this;
    }

    Arguments add(String value) {
        return add(bytes(value));
    }

    Arguments add(long value) {
        return add(Long.toString(value));
    }

    Arguments add(Holder holder) {
        return add(holder.subscription()).add(holder.epoch()).add(holder.consumer());
    }

    Arguments addAll(List<Token> tokens) {
        tokens.forEach(token -> add(token.text()));
        return this;
    }

    byte[][] toArray() {
        return values.toArray(byte[][]::new);
    }
}
