package io.relaymq.spring;

import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may do what over HTTP. A bean of this type takes the place of the one that {@code relay.http.authorities} makes. It is
 * asked once for each message and each stream, on a thread that must not be blocked; what it throws counts as no. Thread-safe.
 */
public interface RelayHttpAuthorizer {

    /**
     * Whether a caller may publish to a subject.
     *
     * @param caller who asks; null if nobody is logged in
     * @param broadcast one of the allow-list
     * @param subject a valid one
     */
    boolean mayPublish(@Nullable Principal caller, String broadcast, String subject);

    /**
     * Whether a caller may be sent everything that the patterns match.
     *
     * @param caller who asks; null if nobody is logged in
     * @param broadcast one of the allow-list
     * @param subscription the durable subscription it would take messages from; null for the ephemeral tail
     * @param patterns valid ones; empty = every subject
     */
    boolean maySubscribe(
            @Nullable Principal caller, String broadcast, @Nullable String subscription, List<String> patterns);
}
