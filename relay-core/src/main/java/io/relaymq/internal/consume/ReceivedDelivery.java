package io.relaymq.internal.consume;

import io.relaymq.Delivery;
import io.relaymq.PayloadCodec;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.store.Entry;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a handler is given, and may keep: also when {@code held} has given up its body. */
record ReceivedDelivery(
        Held held,
        Entry entry,
        String broadcast,
        String subscription,
        Map<String, String> headers,
        PayloadCodec codec,
        BooleanSupplier renewal)
        implements Delivery {

    @Override
    public String id() {
        return entry.id();
    }

    @Override
    public String subject() {
        return entry.subject();
    }

    @Override
    public int attempt() {
        return held.attempt();
    }

    @Override
    public boolean redelivered() {
        return held.redelivered();
    }

    @Override
    public boolean replayed() {
        return held.replayed();
    }

    @Override
    public @Nullable String orderingKey() {
        return held.orderingKey();
    }

    @Override
    public boolean renew() {
        return renewal.getAsBoolean();
    }

    @Override
    public boolean retained() {
        return held.retained();
    }

    @Override
    public Instant publishedAt() {
        return Instant.ofEpochMilli(Long.parseLong(id().substring(0, id().indexOf('-'))));
    }

    @Override
    public byte[] data() {
        return entry.data();
    }

    @Override
    public Object payload(Type type) {
        return codec.decode(data(), type);
    }

    @Override
    public String toString() {
        return "Delivery[" + id() + " " + subject() + " to " + subscription + ", attempt " + attempt() + "]";
    }
}
