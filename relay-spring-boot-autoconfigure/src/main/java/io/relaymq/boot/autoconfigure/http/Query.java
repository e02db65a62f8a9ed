package io.relaymq.boot.autoconfigure.http;

import io.relaymq.SubjectMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MultiValueMap;

/** The parameters of a stream. */
final class Query {

    private final ServerHttpRequest request;
    private final MultiValueMap<String, String> parameters;

    Query(ServerHttpRequest request) {
        this.request = request;
        this.parameters = request.getQueryParams();
    }

    /** @throws Problem if there is another one */
    void allowOnly(String... names) {
        Set<String> allowed = Set.of(names);
        for (String name : parameters.keySet()) {
            if (!allowed.contains(name)) {
                throw Problem.badRequest(
                                "unknown-parameter", "There is no parameter '" + name + "' here, but " + allowed + ".")
                        .with("parameter", name);
            }
        }
    }

    /** Null if it is missing or empty. */
    @Nullable
    String text(String name) {
        String value = parameters.getFirst(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    boolean flag(String name) {
        String value = text(name);
        if (value == null || value.equals("true") || value.equals("false")) {
            return "true".equals(value);
        }
        throw Problem.badRequest("invalid-parameter", "The parameter '" + name + "' is to be true or false.")
                .with("parameter", name);
    }

    /** The patterns of {@code subjects}, which are joined by commas or come several times; every subject if there are none. */
    SubjectMatcher subjects() {
        List<String> patterns = new ArrayList<>();
        for (String value : parameters.getOrDefault("subjects", List.of())) {
            for (String pattern : value == null ? new String[0] : value.split(",", -1)) {
                if (!pattern.isBlank()) {
                    patterns.add(pattern.strip());
                }
            }
        }
        return SubjectMatcher.compile(patterns);
    }

    /** From the header, which a browser sends when it connects again, or else from the parameter; null if there is none. */
    @Nullable
    Cursor lastEventId() {
        String header = request.getHeaders().getFirst("Last-Event-ID");
        String id = header == null || header.isBlank() ? text("lastEventId") : header.strip();
        return id == null ? null : Cursor.of(id);
    }
}
