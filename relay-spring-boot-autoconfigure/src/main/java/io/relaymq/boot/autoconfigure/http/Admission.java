package io.relaymq.boot.autoconfigure.http;

import io.relaymq.spring.RelayHttpAuthorizer;
import java.security.Principal;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/** Who is let in: which broadcasts can be reached, and what the authorizer says. */
final class Admission {

    private static final Logger log = LoggerFactory.getLogger(Admission.class);
    private static final String EVERY = "*";

    private final Set<String> broadcasts;
    private final RelayHttpAuthorizer authorizer;

    Admission(Set<String> broadcasts, RelayHttpAuthorizer authorizer) {
        this.broadcasts = Set.copyOf(broadcasts);
        this.authorizer = authorizer;
    }

    /** @throws Problem if the broadcast cannot be reached */
    void requireBroadcast(String name) {
        if (!broadcasts.contains(EVERY) && !broadcasts.contains(name)) {
            throw forbidden("The broadcast '" + name + "' cannot be reached over HTTP.");
        }
    }

    /** @throws Problem if the caller may not publish to it */
    void requirePublish(@Nullable Principal caller, String broadcast, String subject) {
        if (!asked(() -> authorizer.mayPublish(caller, broadcast, subject))) {
            throw forbidden("You may not publish to '" + subject + "'. Nothing was stored.");
        }
    }

    /** @throws Problem if the caller may not be sent all of it */
    void requireSubscribe(
            @Nullable Principal caller, String broadcast, @Nullable String subscription, List<String> patterns) {
        if (!asked(() -> authorizer.maySubscribe(caller, broadcast, subscription, patterns))) {
            throw forbidden("You may not receive " + (patterns.isEmpty() ? "every subject" : patterns) + ".");
        }
    }

    private static boolean asked(BooleanSupplier question) {
        try {
            return question.getAsBoolean();
        } catch (RuntimeException e) {
            log.error("The authorizer failed, which counts as no", e);
            return false;
        }
    }

    private static Problem forbidden(String detail) {
        return new Problem(HttpStatus.FORBIDDEN, "forbidden", detail);
    }
}
