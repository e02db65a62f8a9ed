package io.relaymq;

import java.security.SecureRandom;

/**
 * A valid subject cut into its segments, with a hash of each, in one pass and without allocating: every thread reuses
 * one instance. It must be closed; one that is asked for in between (by a callback, say) is a new object.
 */
class SubjectSegments implements AutoCloseable {

    private static final ThreadLocal<SubjectSegments> REUSED = ThreadLocal.withInitial(SubjectSegments::new);

    // Odd and drawn at random, so that nobody can prepare patterns whose hashes collide.
    private static final long HASH_BASE = new SecureRandom().nextLong() | 1;

    private final int[] starts = new int[Subjects.MAX_SEGMENTS];
    private final int[] ends = new int[Subjects.MAX_SEGMENTS];
    private final long[] hashes = new long[Subjects.MAX_SEGMENTS];
    private String subject = "";
    private int count;
    private boolean inUse;

    /**
     * Cuts a subject.
     *
     * @throws InvalidSubjectException if it breaks a rule
     */
    static SubjectSegments of(String subject) {
        SubjectSegments reused = REUSED.get();
        SubjectSegments segments = reused.inUse ? new SubjectSegments() : reused;
        segments.cut(subject);
        return segments;
    }

    static long hash(String segment) {
        long hash = 0;
        for (int i = 0; i < segment.length(); i++) {
            hash = hash * HASH_BASE + segment.charAt(i);
        }
        return hash;
    }

    final void cut(String subject) {
        if (subject.length() > Subjects.MAX_BYTES) {
            throw invalid(subject);
        }
        this.subject = subject;
        count = 0;
        int start = 0;
        long hash = 0;
        for (int i = 0; i < subject.length(); i++) {
            char c = subject.charAt(i);
            if (Grammar.isPlain(c)) {
                hash = hash * HASH_BASE + c;
            } else if (c == '.') {
                add(start, i, hash);
                start = i + 1;
                hash = 0;
            } else {
                throw invalid(subject);
            }
        }
        add(start, subject.length(), hash);
        inUse = true;
    }

    private void add(int start, int end, long hash) {
        if (start == end || count == Subjects.MAX_SEGMENTS) {
            throw invalid(subject);
        }
        starts[count] = start;
        ends[count] = end;
        hashes[count] = hash;
        count++;
    }

    // The pass above only finds that something is wrong; the grammar says what.
    private static InvalidSubjectException invalid(String subject) {
        Violation violation = Grammar.violationInSubject(subject);
        if (violation == null) {
            throw new IllegalStateException("Refused a valid subject: " + PrintableText.quote(subject));
        }
        return new InvalidSubjectException(subject, violation);
    }

    final int count() {
        return count;
    }

    final long hash(int segment) {
        return hashes[segment];
    }

    final int length(int segment) {
        return ends[segment] - starts[segment];
    }

    /** Whether the pattern's segment that begins at this index is the same text; nothing begins past the end. */
    boolean isAt(int segment, String pattern, int at) {
        int length = length(segment);
        int end = at + length;
        if (end > pattern.length() || (end < pattern.length() && pattern.charAt(end) != '.')) {
            return false;
        }
        for (int i = starts[segment]; at < end; i++, at++) {
            if (subject.charAt(i) != pattern.charAt(at)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final void close() {
        subject = "";
        inUse = false;
    }
}
