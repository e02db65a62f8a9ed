package io.relaymq.boot.autoconfigure.http;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Cuts a body into lines as it comes. Of a line that is too long no more than the limit is kept. Not thread-safe. */
final class Lines {

    /** One line, without its end; {@code whole} is false if it was too long and its text is gone. */
    record Line(int number, byte[] text, boolean whole) {

        boolean isBlank() {
            for (byte one : text) {
                if (one != ' ' && one != '\t' && one != '\r') {
                    return false;
                }
            }
            return whole;
        }
    }

    private final int longest;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private boolean tooLong;
    private int number;

    Lines(int longest) {
        this.longest = longest;
    }

    /** The lines that end in this part. */
    List<Line> take(byte[] part) {
        List<Line> lines = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < part.length; i++) {
            if (part[i] == '\n') {
                add(part, from, i);
                lines.add(end());
                from = i + 1;
            }
        }
        add(part, from, part.length);
        return lines;
    }

    /** The last one, which need not have an end. */
    Line end() {
        number++;
        Line line = new Line(number, text.toByteArray(), !tooLong);
        text.reset();
        tooLong = false;
        return line;
    }

    private void add(byte[] part, int from, int to) {
        if (tooLong || text.size() + to - from > longest) {
            tooLong = true;
            text.reset();
        } else {
            text.write(part, from, to - from);
        }
    }
}
