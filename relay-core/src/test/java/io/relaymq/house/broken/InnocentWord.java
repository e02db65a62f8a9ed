package io.relaymq.house.broken;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

public record InnocentWord(@Nullable JsonNode data) {}
