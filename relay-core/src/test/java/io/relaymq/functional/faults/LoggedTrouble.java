package io.relaymq.functional.faults;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** The warnings and errors that Relay logs while this is open. */
final class LoggedTrouble extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.relaymq");
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    LoggedTrouble() {
        setContext(logger.getLoggerContext());
        start();
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            events.add(event);
        }
    }

    List<String> warnings() {
        return messages(Level.WARN);
    }

    List<String> errors() {
        return messages(Level.ERROR);
    }

    private List<String> messages(Level level) {
        return events.stream()
                .filter(event -> event.getLevel().equals(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        stop();
    }
}
