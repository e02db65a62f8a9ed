package io.relaymq.samples.quakes;

import io.relaymq.Delivery;
import io.relaymq.spring.RelayListener;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** All of them, from the first one that the log still has. Fails every 50th at its first attempt, to show a retry. */
@Component
class StatisticsListener {

    private static final Logger log = LoggerFactory.getLogger(StatisticsListener.class);

    private final AtomicInteger firstAttempts = new AtomicInteger();
    private final Tally tally;

    StatisticsListener(Tally tally) {
        this.tally = tally;
    }

    @RelayListener(subjects = "quakes.>", subscription = "statistics", startFrom = "earliest")
    void count(Quake quake, Delivery delivery) {
        if (delivery.attempt() == 1 && firstAttempts.incrementAndGet() % 50 == 0) {
            tally.count("failures on purpose");
            throw new IllegalStateException("every 50th fails once, to show a retry");
        }
        log.info("{}{}", quake.line(), delivery.attempt() > 1 ? "  (attempt " + delivery.attempt() + ")" : "");
        tally.count("statistics");
    }
}
