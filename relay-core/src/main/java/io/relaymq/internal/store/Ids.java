package io.relaymq.internal.store;

import java.util.regex.Pattern;

/** The order of ids, {@code milliseconds-sequence}. For internal use. */
public final class Ids {

    private static final Pattern ID = Pattern.compile("\\d{1,19}-\\d{1,20}");

    private Ids() {}

    /** Whether it is an id: both numbers fit into 64 bits. */
    public static boolean isId(String text) {
        if (!ID.matcher(text).matches()) {
            return false;
        }
        try {
            sequence(text, text.indexOf('-'));
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether {@code a} comes before {@code b}. */
    public static boolean before(String a, String b) {
        int dashA = a.indexOf('-');
        int dashB = b.indexOf('-');
        int byMillis = Long.compareUnsigned(millis(a, dashA), millis(b, dashB));
        return byMillis != 0 ? byMillis < 0 : Long.compareUnsigned(sequence(a, dashA), sequence(b, dashB)) < 0;
    }

    private static long millis(String id, int dash) {
        return Long.parseUnsignedLong(id, 0, dash, 10);
    }

    private static long sequence(String id, int dash) {
        return Long.parseUnsignedLong(id, dash + 1, id.length(), 10);
    }

    /** The greatest id before this one. */
    public static String predecessor(String id) {
        int dash = id.indexOf('-');
        long sequence = sequence(id, dash);
        if (sequence != 0) {
            return id.substring(0, dash + 1) + Long.toUnsignedString(sequence - 1);
        }
        long millis = millis(id, dash);
        return millis == 0 ? "0-0" : Long.toUnsignedString(millis - 1) + "-18446744073709551615";
    }
}
