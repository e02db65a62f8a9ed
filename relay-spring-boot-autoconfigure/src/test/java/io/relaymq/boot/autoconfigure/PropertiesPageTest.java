package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.fake.ReferencePage;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code docs/reference/properties.md} has every property and no other, with its default. */
class PropertiesPageTest {

    private static final Map<String, List<String>> PAGE = ReferencePage.rows("properties.md");

    /** What metadata cannot express: what can be set for a single broadcast or subscription. */
    private static final Map<String, Class<? extends Record>> BY_NAME = Map.of(
            "relay.broadcasts",
            RelayProperties.Broadcast.class,
            "relay.subscriptions",
            RelayProperties.Subscription.class);

    private static Map<String, String> expected() {
        Map<String, String> defaults = new TreeMap<>();
        PropertyMetadata.read().forEach((name, property) -> {
            if (BY_NAME.containsKey(name)) {
                addAll(name + ".<name>", BY_NAME.get(name), defaults);
            } else {
                defaults.put(name, defaultOf(property));
            }
        });
        defaults.put("relay.subscriptions.<name>.start-from", "latest");
        defaults.put("relay.subscriptions.<name>.retained", "false");
        return defaults;
    }

    private static String defaultOf(JsonNode property) {
        return property.path("defaultValue").asString("–");
    }

    /** Each has the property of the whole as its default. */
    private static void addAll(String prefix, Class<?> type, Map<String, String> defaults) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + kebab(component.getName());
            if (component.getType().isRecord()) {
                addAll(name, component.getType(), defaults);
            } else {
                defaults.put(name, name.replaceFirst("[a-z]+\\.<name>\\.", ""));
            }
        }
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
    }

    @Test
    void every_property_is_on_the_page_with_its_default() {
        Map<String, String> page = new TreeMap<>();
        PAGE.forEach((name, cells) -> page.put(name, ReferencePage.plain(cells.get(1))));

        assertThat(page).isEqualTo(expected());
    }

    @Test
    void every_property_has_a_meaning() {
        PAGE.forEach((name, cells) -> {
            assertThat(cells).as(name).hasSize(4);
            assertThat(cells.get(3)).as(name).endsWith(".");
        });
    }
}
