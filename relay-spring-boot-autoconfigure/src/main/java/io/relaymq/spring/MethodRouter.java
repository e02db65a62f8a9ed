package io.relaymq.spring;

import io.relaymq.RejectMessageException;
import io.relaymq.SubjectMatcher;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Gives each delivery to the method in charge of its subject.
 *
 * @param place the class, for errors
 * @param fallback takes what none of the routes does
 */
record MethodRouter(
        String place, List<Route> routes, @Nullable ListenerCall fallback) implements ListenerCall {

    record Route(SubjectMatcher subjects, ListenerCall call) {}

    @Override
    public CompletionStage<?> invoke(Invocation invocation) throws Exception {
        String subject = invocation.delivery().subject();
        for (Route route : routes) {
            if (route.subjects().matches(subject)) {
                return route.call().invoke(invocation);
            }
        }
        if (fallback == null) {
            throw new RejectMessageException("No @RelayHandler method of " + place + " takes subject '" + subject
                    + "' of message " + invocation.delivery().id()
                    + ": it was stored when the subscription had other patterns");
        }
        return fallback.invoke(invocation);
    }
}
