package io.relaymq.internal.redis;

import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastOptions.Overflow;
import java.time.Duration;

/** A broadcast's options as the scripts know them: {@code max-messages max-age-ms drop|reject[ expire-after-ms]}. */
final class Settings {

    private Settings() {}

    static String text(BroadcastOptions options) {
        long expire = options.expireAfter().toMillis();
        return options.maxMessages() + " " + options.maxAge().toMillis()
                + (options.overflow() == Overflow.REJECT ? " reject" : " drop")
                + (expire > 0 ? " " + expire : "");
    }

    static BroadcastOptions parse(String text) {
        String[] parts = text.split(" ");
        return new BroadcastOptions(
                Long.parseLong(parts[0]),
                Duration.ofMillis(Long.parseLong(parts[1])),
                parts[2].equals("reject") ? Overflow.REJECT : Overflow.DROP_OLDEST,
                Duration.ofMillis(parts.length > 3 ? Long.parseLong(parts[3]) : 0));
    }
}
