package io.relaymq.boot.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The metadata of the properties, as the build has made it. */
final class PropertyMetadata {

    private PropertyMetadata() {}

    /** Our properties by name. */
    static Map<String, JsonNode> read() {
        Map<String, JsonNode> properties = new TreeMap<>();
        try (InputStream metadata =
                RelayProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            JsonMapper.builder()
                    .build()
                    .readTree(metadata)
                    .get("properties")
                    .forEach(property -> properties.put(property.get("name").asString(), property));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        properties.keySet().removeIf(name -> !name.contains("relay"));
        return properties;
    }
}
