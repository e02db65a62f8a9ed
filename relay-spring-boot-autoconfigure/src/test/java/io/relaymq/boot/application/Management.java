package io.relaymq.boot.application;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The management of an application, as one sees it from outside, over HTTP. */
final class Management {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String base;

    Management(ConfigurableApplicationContext context) {
        this.base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + "/actuator";
    }

    record Answer(int status, String body) {

        JsonNode json() {
            return JSON.readTree(body);
        }

        /** {@code 200 UP}. */
        String health() {
            return status + " " + json().path("status").asString("");
        }
    }

    Answer get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).GET());
    }

    Answer post(String path, String json) {
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            var response = CLIENT.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
