package io.relaymq.boot.autoconfigure.http;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A position in a log, as a message's id has it. */
record Cursor(long millis, long sequence) implements Comparable<Cursor> {

    static final Cursor START = new Cursor(0, 0);

    private static final Pattern ID = Pattern.compile("(\\d{1,19})-(\\d{1,20})");
    private static final Comparator<Cursor> ORDER =
            Comparator.comparingLong(Cursor::millis).thenComparing(Cursor::sequence, Long::compareUnsigned);

    /** @throws Problem if it is no id */
    static Cursor of(String id) {
        Matcher matcher = ID.matcher(id);
        try {
            if (matcher.matches()) {
                return new Cursor(Long.parseLong(matcher.group(1)), Long.parseUnsignedLong(matcher.group(2)));
            }
        } catch (NumberFormatException e) {
            throw invalid();
        }
        throw invalid();
    }

    private static Problem invalid() {
        return Problem.badRequest(
                "invalid-cursor", "Last-Event-ID is to be the id of a message, such as 1700000000000-0.");
    }

    /** The one before. */
    Cursor predecessor() {
        if (sequence != 0) {
            return new Cursor(millis, sequence - 1);
        }
        return millis == 0 ? START : new Cursor(millis - 1, -1);
    }

    @Override
    public int compareTo(Cursor other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return millis + "-" + Long.toUnsignedString(sequence);
    }
}
