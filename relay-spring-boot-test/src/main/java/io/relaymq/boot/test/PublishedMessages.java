package io.relaymq.boot.test;

import io.relaymq.Message;
import io.relaymq.SubjectPattern;
import io.relaymq.boot.test.Journal.Publication;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the application of this test context has published with success, the oldest first. Thread-safe. */
public final class PublishedMessages implements Iterable<Message> {

    private final Journal journal;
    private final @Nullable String broadcast;

    PublishedMessages(Journal journal) {
        this(journal, null);
    }

    private PublishedMessages(Journal journal, @Nullable String broadcast) {
        this.journal = journal;
        this.broadcast = broadcast;
    }

    /** Only those of that broadcast. */
    public PublishedMessages on(String broadcast) {
        return new PublishedMessages(journal, broadcast);
    }

    /** All of them, of whatever broadcast unless {@link #on} has named one. */
    public List<Message> all() {
        return journal.published().stream()
                .filter(publication ->
                        broadcast == null || publication.broadcast().equals(broadcast))
                .map(Publication::message)
                .toList();
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
