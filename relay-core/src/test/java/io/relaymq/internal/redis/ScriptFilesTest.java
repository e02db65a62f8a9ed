package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each operation is one file, with a header that says what it takes and gives. */
class ScriptFilesTest {

    private static final int LONGEST = 90;

    /** Beside the compiled class; the tests' own files lie elsewhere. */
    private static Path folder() throws URISyntaxException {
        Path publish = Path.of(Objects.requireNonNull(ScriptSource.class.getResource("publish.lua"))
                .toURI());
        return Objects.requireNonNull(publish.getParent());
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".lua"))
                    .sorted()
                    .toList();
        }
    }

    private static Set<String> names(List<Path> files) {
        return files.stream()
                .map(file -> String.valueOf(file.getFileName()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_script_has_its_file_and_every_file_its_script() throws Exception {
        Set<String> scripts =
                Arrays.stream(Script.values()).map(Script::fileName).collect(Collectors.toCollection(TreeSet::new));

        assertThat(names(files(folder()))).isEqualTo(scripts);
    }

    @Test
    void every_header_names_purpose_keys_arguments_and_replies() throws Exception {
        for (Path file : files(folder())) {
            List<String> header = Files.readAllLines(file).stream()
                    .takeWhile(line -> line.startsWith("--"))
                    .toList();

            assertThat(header.get(0)).as("%s", file).matches("-- [A-Z].*");
            assertThat(header)
                    .as("%s", file)
                    .anyMatch(line -> line.startsWith("-- KEYS[1]"))
                    .anyMatch(line -> line.startsWith("-- ARGV "))
                    .anyMatch(line -> line.startsWith("-- RETURNS "));
        }
    }

    @Test
    void the_reference_page_names_every_script_and_every_reply_code() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "reference", "redis-layout.md"));
        for (Script script : Script.values()) {
            String name = script.fileName().replace(".lua", "");
            assertThat(page).contains("| `" + name + "` |");
            Pattern.compile("[{' ]([A-Z]{3,}(_[A-Z]+)*)( \\||[,' ])")
                    .matcher(header(script))
                    .results()
                    .map(code -> code.group(1))
                    .filter(code -> !code.equals("KEYS") && !code.equals("ARGV"))
                    .forEach(code -> assertThat(page).as(name).contains("`" + code));
        }
    }

    private static String header(Script script) {
        return TestBroadcast.resource(script.fileName())
                .lines()
                .filter(line -> line.startsWith("-- RETURNS") || line.startsWith("-- ERRORS"))
                .map(line -> line.substring("-- RETURNS".length()))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void every_library_is_used_and_none_is_missing() throws Exception {
        Set<String> included = new TreeSet<>();
        for (Path file : all()) {
            Pattern.compile("--@include (\\S+)")
                    .matcher(Files.readString(file))
                    .results()
                    .forEach(include -> included.add(include.group(1) + ".lua"));
        }

        assertThat(names(files(folder().resolve("lib")))).isEqualTo(included);
    }

    @Test
    void no_file_is_long() throws Exception {
        for (Path file : all()) {
            assertThat(Files.readAllLines(file)).as("%s", file).hasSizeLessThanOrEqualTo(LONGEST);
        }
    }

    @Test
    void nothing_searches_the_key_space() throws Exception {
        for (Path file : all()) {
            assertThat(Files.readString(file)).as("%s", file).doesNotContain("'KEYS'", "'SCAN'", "'FLUSH");
        }
    }

    private static List<Path> all() throws Exception {
        return Stream.concat(files(folder()).stream(), files(folder().resolve("lib")).stream())
                .toList();
    }
}
