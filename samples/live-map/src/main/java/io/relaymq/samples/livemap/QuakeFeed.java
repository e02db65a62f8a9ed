package io.relaymq.samples.livemap;

import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A recorded feed of the U.S. Geological Survey. Any of its fields may be null. */
@Component
class QuakeFeed {

    private final JsonMapper mapper;
    private final Resource file;

    QuakeFeed(JsonMapper mapper, @Value("${live-map.feed}") Resource file) {
        this.mapper = mapper;
        this.file = file;
    }

    /** All earthquakes of which it is known where they were, oldest first. */
    List<Quake> read() throws IOException {
        try (InputStream json = file.getInputStream()) {
            return StreamSupport.stream(mapper.readTree(json).path("features").spliterator(), false)
                    .filter(feature -> coordinate(feature, 0).isNumber()
                            && coordinate(feature, 1).isNumber())
                    .sorted(Comparator.comparingLong(
                            feature -> feature.path("properties").path("time").asLong(0)))
                    .map(QuakeFeed::quake)
                    .toList();
        }
    }

    private static Quake quake(JsonNode feature) {
        JsonNode properties = feature.path("properties");
        return new Quake(
                properties.path("net").asString("unknown"),
                number(properties.path("mag")),
                text(properties.path("place")),
                coordinate(feature, 0).asDouble(),
                coordinate(feature, 1).asDouble(),
                number(coordinate(feature, 2)));
    }

    private static JsonNode coordinate(JsonNode feature, int index) {
        return feature.path("geometry").path("coordinates").path(index);
    }

    private static @Nullable String text(JsonNode node) {
        return node.isString() ? node.asString() : null;
    }

    private static @Nullable Double number(JsonNode node) {
        return node.isNumber() ? node.asDouble() : null;
    }
}
