package io.relaymq.internal.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Opens connections to the server that is in charge, each with a name and a command timeout of its own. */
interface Connector {

    /** Finds the server and opens a connection; blocks until it stands or fails. */
    StatefulRedisConnection<byte[], byte[]> open(String name, Duration timeout);

    /** Those of the application's client. */
    ClientOptions options();

    static StatefulRedisConnection<byte[], byte[]> prepared(
            StatefulRedisConnection<byte[], byte[]> connection, String name, Duration timeout) {
        connection.setTimeout(timeout);
        connection.async().clientSetname(name.getBytes(StandardCharsets.UTF_8)); // may be forbidden: only a name
        return connection;
    }

    /**
     * How long a read may block: the application's client may cut every command at a fixed time, and a read that the
     * client gave up would hand entries to nobody.
     */
    default Duration longestBlock(Duration wanted, Duration slack) {
        TimeoutOptions options = options().getTimeoutOptions();
        if (!options.isTimeoutCommands() || options.isApplyConnectionTimeout()) {
            return wanted;
        }
        TimeoutOptions.TimeoutSource source = options.getSource();
        Duration fixed =
                Duration.of(source.getTimeout(null), source.getTimeUnit().toChronoUnit());
        if (fixed.isNegative() || fixed.isZero() || fixed.compareTo(wanted.plus(slack)) >= 0) {
            return wanted;
        }
        Duration longest = fixed.minus(slack);
        return longest.toMillis() > 0 ? longest : fixed.dividedBy(2);
    }
}
