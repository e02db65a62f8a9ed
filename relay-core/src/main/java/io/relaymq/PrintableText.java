package io.relaymq;

/** Shows text that may hold anything in a message that may end up in a log: short, and without control characters. */
final class PrintableText {

    private static final int SHOWN = 80;

    private PrintableText() {}

    /** The text in quotes; what is neither visible ASCII nor a letter or digit is named, as {@code <U+0000>}. */
    static String quote(String text) {
        StringBuilder shown = new StringBuilder("'");
        text.codePoints().limit(SHOWN).forEach(c -> append(shown, c));
        shown.append('\'');
        if (text.codePointCount(0, text.length()) > SHOWN) {
            shown.append("... (").append(text.length()).append(" characters)");
        }
        return shown.toString();
    }

    /** One character by its number, and as itself where that is safe: {@code ' ' (U+0020)}, {@code U+0000}. */
    static String character(int codePoint) {
        String number = number(codePoint);
        return isSafe(codePoint) ? "'" + Character.toString(codePoint) + "' (" + number + ")" : number;
    }

    private static void append(StringBuilder shown, int codePoint) {
        if (isSafe(codePoint)) {
            shown.appendCodePoint(codePoint);
        } else {
            shown.append('<').append(number(codePoint)).append('>');
        }
    }

    // Format and control characters could hide or reorder the rest of a log line; lone surrogates cannot be written.
    private static boolean isSafe(int codePoint) {
        return codePoint <= '~' ? codePoint >= ' ' : Character.isLetterOrDigit(codePoint);
    }

    private static String number(int codePoint) {
        return String.format("U+%04X", codePoint);
    }
}
