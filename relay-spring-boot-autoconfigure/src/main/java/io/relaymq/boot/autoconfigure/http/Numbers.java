package io.relaymq.boot.autoconfigure.http;

import io.relaymq.LogPage;
import io.relaymq.LoggedMessage;
import java.util.Map;
import java.util.TreeMap;

/**
 * The numbers of the newest messages of a log, counted from its beginning: they tell how many messages lie between two ids after
 * retention has taken them. Not thread-safe.
 */
final class Numbers {

    private static final int MOST = 50_000;

    private final TreeMap<Cursor, Long> numbers = new TreeMap<>();
    private String incarnation = "";
    private long last; // the number of the newest one that was learned

    /** Pages come in order, without a gap but those that retention makes. */
    void learn(LogPage page) {
        if (!page.incarnation().equals(incarnation)) {
            incarnation = page.incarnation();
            numbers.clear();
            last = 0;
        }
        if (!page.more()) { // the newest message is the last of this page: all of them are known at once
            last = page.published() - page.messages().size();
            numbers.putIfAbsent(Cursor.of(page.after()), last);
        } else if (!page.gapless()) {
            last = Math.max(last, page.trimmed());
        }
        for (LoggedMessage message : page.messages()) {
            numbers.put(Cursor.of(message.id()), ++last);
        }
        while (numbers.size() > MOST) {
            numbers.pollFirstEntry();
        }
    }

    /** How many messages after an id retention has taken, as that page tells. */
    Missed missed(Cursor after, LogPage page) {
        Map.Entry<Cursor, Long> known = numbers.floorEntry(after);
        boolean exact = known != null && known.getKey().equals(after);
        long least = after.equals(Cursor.START) ? 0 : 1;
        long number = known == null ? least : Math.max(least, known.getValue());
        return new Missed(Math.max(0, page.trimmed() - number), exact || after.equals(Cursor.START));
    }

    /** @param exact false if it is at most so many */
    record Missed(long count, boolean exact) {}
}
