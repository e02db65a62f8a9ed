package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verdicts observed from other implementations; see the {@code meta} of each file. */
public final class Vectors {

    private Vectors() {}

    /** The entries of a file, after making sure that none got lost on the way. */
    public static List<JsonNode> entries(String file, int expected) {
        List<JsonNode> entries = read(file).get("entries").valueStream().toList();
        assertThat(entries).as(file).hasSize(expected);
        return entries;
    }

    public static JsonNode read(String file) {
        try (InputStream in = Vectors.class.getResourceAsStream("vectors/" + file)) {
            assertThat(in).as(file).isNotNull();
            return JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new AssertionError("Cannot read " + file, e);
        }
    }
}
