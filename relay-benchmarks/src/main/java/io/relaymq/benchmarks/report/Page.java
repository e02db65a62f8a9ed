package io.relaymq.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where results go: to the console, to {@code target/results}, and, if asked, to the page of the documentation, between
 * {@code <!-- begin NAME -->} and {@code <!-- end NAME -->}.
 */
public final class Page {

    private static final Path RESULTS = Path.of(System.getProperty("results", "target/results"));

    private final Path page;
    private final boolean publish;

    /** @param publish whether to change the page */
    public Page(Path page, boolean publish) {
        this.page = page;
        this.publish = publish;
    }

    /** Writes what one name stands for. */
    public void write(String name, String markdown) {
        System.out.println(markdown);
        store(RESULTS.resolve(name + ".md"), markdown);
        if (publish) {
            store(page, replaced(read(page), name, markdown));
        }
    }

    /** Writes a file beside the page, or, if it is not to be published, to the results. */
    public void attach(String file, String content) {
        Path directory = publish ? page.resolveSibling("figures") : RESULTS;
        store(directory.resolve(file), content);
    }

    private static String replaced(String text, String name, String markdown) {
        String begin = "<!-- begin " + name + " -->\n";
        String end = "<!-- end " + name + " -->";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalStateException("The page has no place for '" + name + "': " + begin.strip());
        }
        return text.substring(0, from + begin.length()) + "\n" + markdown + "\n" + text.substring(to);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void store(Path file, String content) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
