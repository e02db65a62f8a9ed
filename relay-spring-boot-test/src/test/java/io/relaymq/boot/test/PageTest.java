package io.relaymq.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/how-to/test-your-listeners.md} is that of tests here. */
class PageTest {

    @Test
    void the_snippets_stand_on_the_page_as_they_are_here() throws Exception {
        StringBuilder sources = new StringBuilder();
        for (String source : List.of("BillingTest", "RelayTestTest", "ValkeyTest")) {
            sources.append(Files.readString(Path.of("src/test/java/io/relaymq/boot/test/" + source + ".java")));
        }
        String page = Files.readString(Path.of("../docs/how-to/test-your-listeners.md"));
        List<String> snippets = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(found -> compact(found.group(1)))
                .toList();

        assertThat(snippets)
                .hasSizeGreaterThan(1)
                .allSatisfy(snippet -> assertThat(compact(sources.toString())).contains(snippet));
    }

    private static String compact(String code) {
        return code.replaceAll("\\s", "");
    }
}
