package io.relaymq.boot.autoconfigure.http;

import io.relaymq.LogPage;
import io.relaymq.LoggedMessage;
import io.relaymq.SubjectMatcher;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client of a tail. It reads the log page by page, at its own speed, until it has caught up; then it is live: the hub gives it what it
 * wants. One that gets too slow reads the log again.
 */
final class TailClient {

    private static final Logger log = LoggerFactory.getLogger(TailClient.class);
    private static final int PAGE = 100;

    private final TailHub hub;
    private final EventStream stream;
    private final SubjectMatcher matcher;
    private Cursor position; // guarded by this: all that it wants up to here is in the stream
    private Cursor sent; // guarded by this: the cursor that the client was last told
    private boolean live; // guarded by this
    private boolean reading; // guarded by this

    TailClient(TailHub hub, EventStream stream, SubjectMatcher matcher, Cursor position) {
        this.hub = hub;
        this.stream = stream;
        this.matcher = matcher;
        this.position = position;
        this.sent = position;
        hub.enter();
    }

    List<String> patterns() {
        return matcher.patterns();
    }

    boolean wants(String subject) {
        return matcher.matches(subject);
    }

    synchronized Cursor position() {
        return position;
    }

    /** Begins to be sent what follows its position. */
    void start() {
        stream.whenIdle(this::readOn);
        readOn();
    }

    void end() {
        hub.leave(this);
    }

    /** An idle client is sent a comment, and its cursor if that has moved past what it does not want. */
    void beat() {
        hub.beat(this);
        stream.hand();
    }

    /** Called by the hub, under its lock. */
    synchronized void addBeat(Cursor reached) {
        if (live && reached.compareTo(sent) > 0) {
            sent = reached;
            stream.add(Frame.cursor(reached.toString()));
        }
        stream.add(Frame.HEARTBEAT);
    }

    /** Called by the hub, under its lock. */
    synchronized void becomeLive() {
        live = true;
    }

    /** Whether an id is not in the stream yet. */
    synchronized boolean isNext(Cursor id) {
        return live && id.compareTo(position) > 0;
    }

    /** Called by the hub, under its lock. */
    synchronized void give(Cursor id, Frame frame) {
        if (!live) {
            return;
        }
        if (stream.queuedBytes() > hub.buffer()) {
            live = false;
            hub.remove(this);
            return;
        }
        stream.add(frame);
        position = id;
        sent = id;
    }

    void flush() {
        stream.hand();
    }

    private void readOn() {
        Cursor after;
        synchronized (this) {
            if (live || reading || stream.isEnded()) {
                return;
            }
            reading = true;
            after = position;
        }
        hub.broadcast().log().read(after.toString(), PAGE).whenComplete((page, failure) -> {
            if (page == null) {
                log.debug("A stream ends, for the log of its broadcast cannot be read", failure);
                stream.end();
            } else {
                take(after, page);
            }
        });
    }

    private void take(Cursor after, LogPage page) {
        Numbers.@Nullable Missed missed = hub.missed(after, page);
        if (missed != null) {
            stream.add(TailFrames.gap(after, page, missed));
        }
        for (LoggedMessage message : page.messages()) {
            if (!message.expired() && wants(message.subject())) {
                stream.add(TailFrames.message(message));
            }
        }
        synchronized (this) {
            position = Cursor.of(page.next());
            reading = false;
        }
        if (!page.more()) {
            hub.goLive(this);
        }
        stream.hand(); // and if it is not live: whoever finds the stream idle reads on
    }
}
