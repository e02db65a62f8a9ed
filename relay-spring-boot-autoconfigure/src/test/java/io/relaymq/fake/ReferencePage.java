package io.relaymq.fake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of {@code docs/reference}, whose tables are to be true. */
public final class ReferencePage {

    private static final Pattern NAMES = Pattern.compile("`([^`]+)`");

    private ReferencePage() {}

    /** The rows of its tables by what their first cell has in backticks; several names there give several entries. */
    public static Map<String, List<String>> rows(String page) {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String line : lines(page)) {
            if (!line.startsWith("| `")) {
                continue;
            }
            List<String> cells = Stream.of(
                            line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
                    .map(String::trim)
                    .toList();
            Matcher names = NAMES.matcher(cells.get(0));
            while (names.find()) {
                if (rows.put(names.group(1), cells) != null) {
                    throw new AssertionError(page + " has two rows for " + names.group(1));
                }
            }
        }
        return rows;
    }

    /** Without backticks. */
    public static String plain(String cell) {
        return cell.replace("`", "");
    }

    /** Its lines. */
    public static List<String> lines(String page) {
        try {
            return Files.readAllLines(Path.of("..", "docs", "reference", page));
        } catch (IOException e) {
            throw new IllegalStateException("Tests run in the directory of their module", e);
        }
    }
}
