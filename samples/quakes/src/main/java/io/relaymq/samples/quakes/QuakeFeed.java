package io.relaymq.samples.quakes;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a feed of the U.S. Geological Survey. Any of its fields may be null. */
@Component
class QuakeFeed {

    private final JsonMapper mapper;

    QuakeFeed(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** All earthquakes, oldest first. */
    List<Quake> read(Resource feed) throws IOException {
        try (InputStream json = feed.getInputStream()) {
            return StreamSupport.stream(mapper.readTree(json).path("features").spliterator(), false)
                    .map(feature -> quake(feature.path("properties")))
                    .sorted(Comparator.comparing(Quake::time, Comparator.nullsFirst(Comparator.naturalOrder())))
                    .toList();
        }
    }

    private static Quake quake(JsonNode properties) {
        JsonNode magnitude = properties.path("mag");
        JsonNode time = properties.path("time");
        String net = text(properties.path("net"));
        return new Quake(
                net == null ? "unknown" : net,
                magnitude.isNumber() ? magnitude.asDouble() : null,
                text(properties.path("place")),
                time.isNumber() ? Instant.ofEpochMilli(time.asLong()) : null);
    }

    private static @Nullable String text(JsonNode node) {
        return node.isString() && !node.asString().isEmpty() ? node.asString() : null;
    }
}
