package io.relaymq.campaign;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** What a process says, a line for each thing: handed to the system line by line, so that it outlives a SIGKILL. */
final class LineLog {

    private final OutputStream out;

    LineLog(Path file) {
        try {
            out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized void line(Object... words) {
        StringBuilder text = new StringBuilder();
        for (Object word : words) {
            text.append(text.isEmpty() ? "" : " ").append(word);
        }
        try {
            out.write(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The complete lines of a log, each in its words. */
    static List<String[]> read(Path file) {
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            List<String[]> lines = new ArrayList<>();
            for (int from = 0, to = text.indexOf('\n'); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
                lines.add(text.substring(from, to).split(" ", -1));
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
