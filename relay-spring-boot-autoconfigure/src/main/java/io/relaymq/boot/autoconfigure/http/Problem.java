package io.relaymq.boot.autoconfigure.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that ends otherwise than hoped for, as RFC 9457 has it. Its {@code type} is a name; there is no page behind it. */
final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final String name;
    private final String detail;
    private final transient Map<String, Object> more = new LinkedHashMap<>();
    private @Nullable Duration retryAfter;

    Problem(HttpStatus status, String name, String detail) {
        super(name + ": " + detail, null, false, false);
        this.status = status;
        this.name = name;
        this.detail = detail;
    }

    static Problem badRequest(String name, String detail) {
        return new Problem(HttpStatus.BAD_REQUEST, name, detail);
    }

    static Problem notFound() {
        return new Problem(
                HttpStatus.NOT_FOUND,
                "not-found",
                "There is POST /broadcast/{name}, GET /broadcast/{name}/events, GET /broadcast/{name}/tail and"
                        + " GET /broadcast/openapi.json.");
    }

    static Problem unavailable(String name, String detail) {
        return new Problem(HttpStatus.SERVICE_UNAVAILABLE, name, detail).retryAfter(Duration.ofSeconds(1));
    }

    Problem with(String key, Object value) {
        more.put(key, value);
        return this;
    }

    Problem retryAfter(Duration time) {
        retryAfter = time;
        return this;
    }

    HttpStatus status() {
        return status;
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    /** Its members, in their order. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "urn:relaymq:problem:" + name);
        members.put("title", status.getReasonPhrase());
        members.put("status", status.value());
        members.put("detail", detail);
        members.putAll(more);
        return members;
    }
}
