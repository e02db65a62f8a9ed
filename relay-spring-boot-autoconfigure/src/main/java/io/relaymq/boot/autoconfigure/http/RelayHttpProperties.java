package io.relaymq.boot.autoconfigure.http;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The HTTP edge.
 *
 * @param enabled Whether messages can be published and received over HTTP.
 * @param basePath Path before '/broadcast', such as '/relay'.
 * @param broadcasts Broadcasts that can be reached, '*' for every one. Not set: the default broadcast and those under 'relay.broadcasts'.
 * @param maxBodySize Largest body of a publish, and largest line of a batch.
 * @param heartbeat How often an idle stream is sent a comment. A client that takes nothing for twice that long is cut off.
 * @param maxStreamAge How long a stream lives at most; a browser connects again by itself and goes on where it was.
 * @param maxStreams How many streams may be open at a time in this process.
 * @param buffer How much may wait for a slow client. Beyond it a tail reads the log at the client's own speed, and a durable stream is cut off where others share its subscription.
 * @param publishRate How many messages a second this process takes over HTTP. 0 means no limit.
 * @param authorities What the authorities of Spring Security allow, by authority. If any is set, everything else is refused.
 * @param cors Which pages of other origins a browser lets in.
 */
@ConfigurationProperties("relay.http")
record RelayHttpProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("") String basePath,
        @Nullable List<String> broadcasts,
        @DefaultValue("1MB") DataSize maxBodySize,
        @DefaultValue("15s") Duration heartbeat,
        @DefaultValue("1h") Duration maxStreamAge,
        @DefaultValue("10000") int maxStreams,
        @DefaultValue("256KB") DataSize buffer,
        @DefaultValue("0") int publishRate,
        @DefaultValue Map<String, Authority> authorities,
        @DefaultValue Cors cors) {

    /** @throws IllegalArgumentException if a value is out of its range */
    RelayHttpProperties {
        require(
                basePath.isEmpty() || basePath.matches("(/[A-Za-z0-9_.-]+)+"),
                "base-path to be empty or like '/relay'",
                basePath);
        require(
                maxBodySize.toBytes() > 0 && maxBodySize.toBytes() <= Integer.MAX_VALUE,
                "max-body-size to be from 1B to 2GB",
                maxBodySize);
        require(heartbeat.toMillis() >= 100, "heartbeat to be at least 100ms", heartbeat);
        require(maxStreamAge.compareTo(heartbeat) > 0, "max-stream-age to be longer than heartbeat", maxStreamAge);
        require(maxStreams >= 1, "max-streams to be at least 1", maxStreams);
        require(
                buffer.toBytes() >= 1024 && buffer.toBytes() <= Integer.MAX_VALUE,
                "buffer to be from 1KB to 2GB",
                buffer);
        require(publishRate >= 0, "publish-rate not to be negative", publishRate);
    }

    private static void require(boolean holds, String what, Object got) {
        if (!holds) {
            throw new IllegalArgumentException("Expected " + what + ", got: " + got);
        }
    }

    /**
     * What one authority allows. '{principal}' stands for the name of who is logged in, percent-encoded as one segment.
     *
     * @param publish Patterns of the subjects that may be published to.
     * @param subscribe Patterns of the subjects that may be received.
     */
    record Authority(
            @DefaultValue List<String> publish,
            @DefaultValue List<String> subscribe) {}

    /**
     * Which pages of other origins a browser lets in.
     *
     * @param allowedOrigins Origins such as 'https://app.example.org', '*' for any. Not set: none.
     * @param allowCredentials Whether cookies and logins are sent along. Not with '*'.
     * @param maxAge How long a browser may remember the answer.
     */
    record Cors(
            @DefaultValue List<String> allowedOrigins,
            @DefaultValue("false") boolean allowCredentials,
            @DefaultValue("30m") Duration maxAge) {}
}
