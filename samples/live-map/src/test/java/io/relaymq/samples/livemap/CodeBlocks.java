package io.relaymq.samples.livemap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The code of one section of a page. */
final class CodeBlocks {

    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)\\n```", Pattern.DOTALL);

    private CodeBlocks() {}

    /** Those of a language, in their order. */
    static List<String> of(Path page, String heading, String language) throws IOException {
        String text = Files.readString(page);
        int from = text.indexOf("\n## " + heading + "\n");
        if (from < 0) {
            throw new IllegalArgumentException(page + " has no section '" + heading + "'");
        }
        int to = text.indexOf("\n## ", from + 1);
        return BLOCK.matcher(text.substring(from, to < 0 ? text.length() : to))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }
}
