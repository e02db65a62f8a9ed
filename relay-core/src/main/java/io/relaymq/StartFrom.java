package io.relaymq;

import java.math.BigInteger;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.regex.Pattern;

/** A position in the log: where a subscription begins when it is created, or where it is moved to. */
public final class StartFrom {

    private static final Pattern ID = Pattern.compile("\\d{1,19}-\\d{1,20}");

    private final String position;

    private StartFrom(String position) {
        this.position = position;
    }

    /** After the newest message: only later ones are received. The default. */
    public static StartFrom latest() {
        return new StartFrom("$");
    }

    /** With the oldest message that the log still has. */
    public static StartFrom earliest() {
        return new StartFrom("0-0");
    }

    /**
     * With the first message after this id.
     *
     * @throws IllegalArgumentException if it is not of the form {@code milliseconds-sequence}
     */
    public static StartFrom after(String id) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "Expected a message id of the form 'milliseconds-sequence', such as 1700000000000-0, got: '" + id
                            + "'");
        }
        return new StartFrom(id);
    }

    /**
     * With the first message published at this instant or later, by the server's clock, to the millisecond.
     *
     * @throws IllegalArgumentException if it lies before 1970
     */
    public static StartFrom at(Instant instant) {
        long millis = instant.toEpochMilli();
        if (millis < 0) {
            throw new IllegalArgumentException("Expected an instant after 1970, got: " + instant);
        }
        return new StartFrom(millis == 0 ? "0-0" : millis - 1 + "-18446744073709551615");
    }

    /**
     * Reads {@code latest}, {@code earliest} (in any case), a message id, or an instant such as {@code 2026-11-30T08:00:00Z}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static StartFrom parse(String text) {
        if (text.equalsIgnoreCase("latest")) {
            return latest();
        }
        if (text.equalsIgnoreCase("earliest")) {
            return earliest();
        }
        if (isId(text)) {
            return after(text);
        }
        try {
            return at(Instant.parse(text));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "Expected 'latest', 'earliest', a message id such as 1700000000000-0 or an instant such as"
                            + " 2026-11-30T08:00:00Z as the start, got: '" + text + "'",
                    e);
        }
    }

    private static boolean isId(String text) {
        return ID.matcher(text).matches()
                && new BigInteger(text.substring(text.indexOf('-') + 1)).bitLength() <= Long.SIZE;
    }

    /** The position as the datastore knows it: {@code $}, {@code 0-0}, or the id itself. */
    public String position() {
        return position;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StartFrom start && start.position.equals(position);
    }

    @Override
    public int hashCode() {
        return Objects.hash(position);
    }

    @Override
    public String toString() {
        return switch (position) {
            case "$" -> "latest";
            case "0-0" -> "earliest";
            default -> position;
        };
    }
}
