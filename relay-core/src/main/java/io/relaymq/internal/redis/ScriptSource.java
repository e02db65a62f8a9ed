package io.relaymq.internal.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Puts a script together: a line {@code --@include name} stands for {@code lib/name.lua}, once, however often it is asked
 * for. An unknown name fails. Comment lines are left out of what is sent.
 */
final class ScriptSource {

    private static final String INCLUDE = "--@include ";

    private final UnaryOperator<String> files;

    /** @param files gives a file's text by its name */
    ScriptSource(UnaryOperator<String> files) {
        this.files = files;
    }

    /** The files beside this class. */
    static ScriptSource bundled() {
        return new ScriptSource(ScriptSource::resource);
    }

    String load(String name) {
        return expand(name, new HashSet<>());
    }

    private String expand(String name, Set<String> seen) {
        return files.apply(name)
                .lines()
                .map(line -> line.startsWith(INCLUDE)
                        ? include(line.substring(INCLUDE.length()).strip(), seen)
                        : line)
                .filter(line -> !line.isBlank() && !line.startsWith("-- ") && !line.equals("--"))
                .collect(Collectors.joining("\n"));
    }

    private String include(String name, Set<String> seen) {
        return seen.add(name) ? expand("lib/" + name + ".lua", seen) : "";
    }

    private static String resource(String name) {
        try (InputStream in = ScriptSource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("There is no script file '" + name + "'");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the script file '" + name + "'", e);
        }
    }
}
