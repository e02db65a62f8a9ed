package io.relaymq.boot.autoconfigure.endpoint;

import io.relaymq.RelayException;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** From what a question gives or throws to an answer over HTTP. The one place where failures become status codes. */
final class Answers {

    private Answers() {}

    static WebEndpointResponse<Map<String, Object>> to(Supplier<Map<String, Object>> question) {
        try {
            return new WebEndpointResponse<>(question.get());
        } catch (NotFoundException e) {
            return error(WebEndpointResponse.STATUS_NOT_FOUND, e);
        } catch (IllegalArgumentException e) {
            return error(WebEndpointResponse.STATUS_BAD_REQUEST, e);
        } catch (RelayException | IllegalStateException e) { // Redis is away, or Relay is closed
            return error(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, e);
        }
    }

    private static WebEndpointResponse<Map<String, Object>> error(int status, RuntimeException failure) {
        return new WebEndpointResponse<>(Map.of("error", String.valueOf(failure.getMessage())), status);
    }
}
