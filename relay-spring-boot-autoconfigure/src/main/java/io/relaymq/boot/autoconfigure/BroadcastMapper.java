package io.relaymq.boot.autoconfigure;

import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastOptions.Overflow;
import java.time.Duration;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** From the properties of one broadcast, or of all, to options. What is not set stays as the options given had it. */
final class BroadcastMapper {

    private final String prefix;
    private BroadcastOptions options;

    private BroadcastMapper(String prefix, BroadcastOptions options) {
        this.prefix = prefix;
        this.options = options;
    }

    static BroadcastOptions ofAll(RelayProperties properties) {
        return new BroadcastMapper("relay", BroadcastOptions.defaults())
                .set(properties.maxMessages(), properties.maxAge(), properties.overflow(), properties.expireAfter());
    }

    static BroadcastOptions ofOne(String prefix, RelayProperties.Broadcast broadcast, BroadcastOptions ofAll) {
        return new BroadcastMapper(prefix, ofAll)
                .set(broadcast.maxMessages(), broadcast.maxAge(), broadcast.overflow(), broadcast.expireAfter());
    }

    private BroadcastOptions set(
            @Nullable Long maxMessages,
            @Nullable Duration maxAge,
            @Nullable Overflow overflow,
            @Nullable Duration expireAfter) {
        set(".max-messages", maxMessages, BroadcastOptions::withMaxMessages);
        set(".max-age", maxAge, BroadcastOptions::withMaxAge);
        set(".overflow", overflow, BroadcastOptions::withOverflow);
        set(".expire-after", expireAfter, BroadcastOptions::withExpireAfter);
        return options;
    }

    private <T> void set(String name, @Nullable T value, BiFunction<BroadcastOptions, T, BroadcastOptions> with) {
        InvalidProperty.check(prefix + name, value, checked -> options = with.apply(options, checked));
    }
}
