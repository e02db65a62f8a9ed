package io.relaymq.boot.autoconfigure.http;

import io.relaymq.spring.RelayHttpAuthorizer;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets everybody do everything. */
final class OpenAuthorizer implements RelayHttpAuthorizer {

    @Override
    public boolean mayPublish(@Nullable Principal caller, String broadcast, String subject) {
        return true;
    }

    @Override
    public boolean maySubscribe(
            @Nullable Principal caller, String broadcast, @Nullable String subscription, List<String> patterns) {
        return true;
    }
}
