package io.relaymq.boot.http;

import io.relaymq.Relay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A running application, seen over HTTP. */
final class EdgeApplication implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ConfigurableApplicationContext context;

    EdgeApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** What came back. */
    record Answer(HttpResponse<String> response) {

        int status() {
            return response.statusCode();
        }

        String body() {
            return response.body();
        }

        JsonNode json() {
            return JSON.readTree(body());
        }

        /** The last part of a problem's type. */
        String problem() {
            return status() + " " + json().path("type").asString("").replace("urn:relaymq:problem:", "");
        }
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    Relay relay() {
        return context.getBean(Relay.class);
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", int.class);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(30));
    }

    Answer get(String path) {
        return send(request(path));
    }

    Answer publish(String json) {
        return post("/broadcast/events", "application/json", json);
    }

    Answer post(String path, String type, String body) {
        return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    Answer send(HttpRequest.Builder request) {
        return send(CLIENT, request);
    }

    /** On a connection of its own: some servers close one after a bad request without having said so. */
    Answer sendAlone(HttpRequest.Builder request) {
        return send(HttpClient.newHttpClient(), request);
    }

    private static Answer send(HttpClient client, HttpRequest.Builder request) {
        try {
            return new Answer(client.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Opens a stream and waits until it is connected. */
    EventSource open(String path, String... headers) {
        return EventSource.open(this, path, headers);
    }

    @Override
    public void close() {
        context.close();
    }
}
