package io.relaymq.samples.quakes;

import io.relaymq.spring.RelayListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The strong ones, whoever reported them. */
@Component
class AlertListener {

    private static final Logger log = LoggerFactory.getLogger(AlertListener.class);

    private final Tally tally;

    AlertListener(Tally tally) {
        this.tally = tally;
    }

    @RelayListener(
            subjects = {"quakes.*.m5", "quakes.*.m6", "quakes.*.m7", "quakes.*.m8", "quakes.*.m9"},
            subscription = "alerts")
    void alert(Quake quake) {
        log.info("ALERT  {}", quake.line());
        tally.count("alerts");
    }
}
