package io.relaymq.functional;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** The warnings and errors that Relay, or somebody else, logs while this is open. */
public final class LoggedTrouble extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger;
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    public LoggedTrouble() {
        this("io.relaymq");
    }

    public LoggedTrouble(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
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

    public List<String> warnings() {
        return messages(Level.WARN);
    }

    public List<String> errors() {
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
