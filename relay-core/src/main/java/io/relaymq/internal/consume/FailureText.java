package io.relaymq.internal.consume;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** A failure in words, bounded: its stack trace, or where that is too long its causes first and then as much of it as fits. */
final class FailureText {

    private static final int LONGEST = 4_000;
    private static final int LONGEST_CAUSES = 2_000;

    private FailureText() {}

    static String of(Throwable failure) {
        StringWriter text = new StringWriter();
        try {
            failure.printStackTrace(new PrintWriter(text));
            String trace = text.toString();
            return trace.length() <= LONGEST ? trace : cut(cut(causes(failure), LONGEST_CAUSES) + trace, LONGEST);
        } catch (RuntimeException | Error e) { // the failure's own methods fail
            return cut(text + failure.getClass().getName(), LONGEST);
        }
    }

    private static String causes(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        StringBuilder text = new StringBuilder();
        for (Throwable one = failure; one != null && seen.add(one) && text.length() < LONGEST; one = one.getCause()) {
            text.append(text.isEmpty() ? "" : "Caused by: ").append(one).append(System.lineSeparator());
        }
        return text.toString();
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }
}
