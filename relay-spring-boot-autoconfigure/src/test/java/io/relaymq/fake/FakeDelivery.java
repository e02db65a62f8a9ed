package io.relaymq.fake;

import io.relaymq.Delivery;
import io.relaymq.PayloadCodec;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Map;

@SuppressWarnings("ArrayRecordComponent")
record FakeDelivery(
        String id,
        String subject,
        String broadcast,
        String subscription,
        int attempt,
        boolean redelivered,
        Map<String, String> headers,
        byte[] data,
        PayloadCodec codec)
        implements Delivery {

    @Override
    public boolean replayed() {
        return false;
    }

    @Override
    public Instant publishedAt() {
        return Instant.EPOCH;
    }

    @Override
    public Object payload(Type type) {
        return codec.decode(data, type);
    }
}
