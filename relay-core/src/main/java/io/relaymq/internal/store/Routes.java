package io.relaymq.internal.store;

import java.util.List;
import java.util.Map;

/** The route table: row (a canonical pattern) to entries ({@code sub}, {@code !sub}, {@code sub=pattern}). For internal use. */
public record Routes(String generation, Map<String, List<String>> rows) {}
