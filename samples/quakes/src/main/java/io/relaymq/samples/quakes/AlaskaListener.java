package io.relaymq.samples.quakes;

import io.relaymq.Delivery;
import io.relaymq.spring.RelayListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** One network: the Alaska Earthquake Center. */
@Component
class AlaskaListener {

    private static final Logger log = LoggerFactory.getLogger(AlaskaListener.class);

    private final Tally tally;

    AlaskaListener(Tally tally) {
        this.tally = tally;
    }

    @RelayListener(subjects = "quakes.ak.>", subscription = "alaska")
    void reported(Quake quake, Delivery delivery) {
        log.info("{}  {}", delivery.subject(), quake.line());
        tally.count("alaska");
    }
}
