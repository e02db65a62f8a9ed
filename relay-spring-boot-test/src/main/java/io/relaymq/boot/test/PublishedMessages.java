package io.relaymq.boot.test;

import io.relaymq.Message;
import io.relaymq.SubjectPattern;
import java.util.Iterator;
import java.util.List;

/** What the application of this test context has published with success, the oldest first. Thread-safe. */
public final class PublishedMessages implements Iterable<Message> {

    private final Journal journal;

    PublishedMessages(Journal journal) {
        this.journal = journal;
    }

    /** All of them. */
    public List<Message> all() {
        return journal.published();
    }

    /** Their subjects. */
    public List<String> subjects() {
        return all().stream().map(Message::subject).toList();
    }

    /**
     * Those whose subject matches.
     *
     * @throws io.relaymq.InvalidPatternException if it is no pattern
     */
    public List<Message> to(String pattern) {
        SubjectPattern wanted = SubjectPattern.of(pattern);
        return all().stream().filter(m -> wanted.matches(m.subject())).toList();
    }

    @Override
    public Iterator<Message> iterator() {
        return all().iterator();
    }
}
