package io.relaymq.samples.livemap;

import io.relaymq.RelayException;
import io.relaymq.spring.RelayTemplate;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Publishes the feed, one earthquake after the other, and begins anew at its end. The last of each subject is retained for who comes later. */
@Component
@ConditionalOnBooleanProperty("live-map.play")
class FeedPublisher {

    private static final Logger log = LoggerFactory.getLogger(FeedPublisher.class);

    private final RelayTemplate relay;
    private final List<Quake> quakes;
    private int next;

    FeedPublisher(RelayTemplate relay, QuakeFeed feed) throws IOException {
        this.relay = relay;
        this.quakes = feed.read();
    }

    @Scheduled(fixedDelayString = "${live-map.pace}")
    void publishNext() {
        Quake quake = quakes.get(next);
        try {
            relay.message(quake).subject(quake.subject()).retain().send();
            next = (next + 1) % quakes.size();
        } catch (RelayException e) {
            log.warn("Will be tried again: {}", e.getMessage());
        }
    }
}
