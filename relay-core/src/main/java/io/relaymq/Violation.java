package io.relaymq;

/**
 * Where a text breaks which rule.
 *
 * @param segment number of the segment, from 1; 0 if it is the whole text
 * @param position index of the character in the text, from 0; -1 if it is the whole text
 */
record Violation(GrammarRule rule, int segment, int position) {

    static Violation ofWhole(GrammarRule rule) {
        return new Violation(rule, 0, -1);
    }

    /** One or two sentences: what is wrong where, and what to do about it. */
    String describe(String text) {
        return switch (rule) {
            case EMPTY -> text.isEmpty() ? "it is empty." : "nothing follows the '!'.";
            case BLANK_ENTRY -> "it is blank.";
            case TOO_LONG ->
                "it is " + text.length() + " characters long; at most " + Subjects.MAX_BYTES + " bytes are allowed.";
            case TOO_MANY_SEGMENTS -> here() + " is one too many; at most " + Subjects.MAX_SEGMENTS + " are allowed.";
            case EMPTY_SEGMENT ->
                here() + " is empty. Segments are joined by single dots and hold one or more of "
                        + Grammar.PLAIN_CHARACTERS + ".";
            case ILLEGAL_CHARACTER -> illegal(text);
            case WILDCARD_IN_SUBJECT ->
                at(text) + " is a wildcard; messages are published to one exact address."
                        + " To put such a character into a subject, use Subjects.encodeSegment.";
            case GLUED_WILDCARD -> at(text) + " is glued to other characters; a wildcard must be a segment of its own.";
            case TAIL_NOT_LAST ->
                at(text) + " may only be the last segment. Elsewhere use '*' for one segment or '#'"
                        + " for any number of them.";
        };
    }

    private String illegal(String text) {
        String what = at(text) + " is not allowed. ";
        return text.charAt(position) == '!'
                ? what + "A '!' excludes when it is the very first character of a pattern, once, and nowhere else."
                : what + "Segments hold " + Grammar.PLAIN_CHARACTERS
                        + "; for any other text use Subjects.encodeSegment.";
    }

    private String at(String text) {
        return here() + ": " + PrintableText.character(text.codePointAt(position));
    }

    private String here() {
        return "segment " + segment + " (position " + position + ")";
    }
}
