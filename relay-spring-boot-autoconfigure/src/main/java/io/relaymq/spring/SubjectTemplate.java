package io.relaymq.spring;

import io.relaymq.SubjectPattern;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern whose single wildcards may have names: {@code orders.{id}.status} is the pattern {@code orders.*.status}.
 *
 * @param variables the place of each name among the segments, from 0; if negative, from the end
 */
record SubjectTemplate(SubjectPattern pattern, Map<String, Integer> variables) {

    private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)}");

    /**
     * @throws IllegalArgumentException if it breaks a rule
     */
    static SubjectTemplate of(String text) {
        String[] segments = text.split("\\.", -1);
        int first = indexOfMany(segments, 0);
        int last = first < 0 ? -1 : lastIndexOfMany(segments);
        Map<String, Integer> variables = new LinkedHashMap<>();
        for (int i = 0; i < segments.length; i++) {
            String segment = segments[i].startsWith("!") ? segments[i].substring(1) : segments[i];
            Matcher variable = VARIABLE.matcher(segment);
            if (variable.matches()) {
                int place = first < 0 || i < first ? i : i > last ? i - segments.length : fail(text, segment);
                if (variables.put(variable.group(1), place) != null) {
                    throw new IllegalArgumentException(
                            "template '" + text + "' has the variable {" + variable.group(1) + "} twice");
                }
                segments[i] = segments[i].replace(segment, "*");
            } else if (segment.indexOf('{') >= 0 || segment.indexOf('}') >= 0) {
                throw new IllegalArgumentException("template '" + text + "': '" + segment
                        + "' is no variable; one is a whole segment, {name}, of letters, digits and _");
            }
        }
        SubjectPattern pattern = SubjectPattern.of(String.join(".", segments));
        return new SubjectTemplate(pattern, pattern.isExclusion() ? Map.of() : variables);
    }

    private static int fail(String text, String segment) {
        throw new IllegalArgumentException(
                "template '" + text + "': between two # it cannot be told which segment is " + segment);
    }

    private static int indexOfMany(String[] segments, int from) {
        for (int i = from; i < segments.length; i++) {
            if (isMany(segments[i])) {
                return i;
            }
        }
        return -1;
    }

    private static int lastIndexOfMany(String[] segments) {
        int last = -1;
        for (int i = indexOfMany(segments, 0); i >= 0; i = indexOfMany(segments, i + 1)) {
            last = i;
        }
        return last;
    }

    private static boolean isMany(String segment) {
        return segment.equals("#") || segment.equals(">") || segment.equals("!#");
    }

    /** The segment of that name; null if the template does not have the name. */
    @Nullable
    String segment(String subject, String name) {
        Integer place = variables.get(name);
        if (place == null) {
            return null;
        }
        String[] segments = subject.split("\\.", -1);
        return segments[place < 0 ? segments.length + place : place];
    }
}
