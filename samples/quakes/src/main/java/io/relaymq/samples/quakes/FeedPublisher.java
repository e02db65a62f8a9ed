package io.relaymq.samples.quakes;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.RelayException;
import io.relaymq.SubscriptionStatus;
import io.relaymq.spring.RelayOperations;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Publishes the feed once, on a thread of its own, and says what came of it. */
@Component
class FeedPublisher implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(FeedPublisher.class);
    private static final Duration ASK_AGAIN = Duration.ofMillis(100);

    private final QuakesProperties properties;
    private final QuakeFeed feed;
    private final RelayOperations operations;
    private final Relay relay;
    private final Tally tally;
    private final CompletableFuture<Summary> summary = new CompletableFuture<>();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "quakes-feed");

    FeedPublisher(QuakesProperties properties, QuakeFeed feed, RelayOperations operations, Relay relay, Tally tally) {
        this.properties = properties;
        this.feed = feed;
        this.operations = operations;
        this.relay = relay;
        this.tally = tally;
    }

    /** Completed when everything is published and settled. */
    CompletableFuture<Summary> summary() {
        return summary;
    }

    @EventListener(ApplicationReadyEvent.class)
    void start() {
        thread.start();
    }

    @Override
    public void destroy() {
        stopping.countDown();
        thread.interrupt();
    }

    private void run() {
        try {
            relay.workers().forEach(worker -> worker.awaitReady(Duration.ofMinutes(1)));
            int published = publish(feed.read(properties.feed()));
            awaitSettled();
            report(new Summary(published, tally.counts()));
        } catch (InterruptedException e) {
            log.debug("The application stops before the feed is through");
        } catch (IOException | RuntimeException e) {
            log.error("Cannot publish {}", properties.feed(), e);
            summary.completeExceptionally(e);
        }
    }

    private int publish(List<Quake> quakes) throws InterruptedException {
        int published = 0;
        for (Quake quake : quakes) {
            operations.publish(quake.subject(), quake);
            published++;
            pause(properties.pace());
        }
        return published;
    }

    private void awaitSettled() throws InterruptedException {
        for (BroadcastWorker worker : relay.workers()) {
            while (backlog(worker) > 0) {
                pause(ASK_AGAIN);
            }
        }
    }

    private void pause(Duration duration) throws InterruptedException {
        if (stopping.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the application stops");
        }
    }

    private long backlog(BroadcastWorker worker) {
        try {
            SubscriptionStatus status =
                    relay.broadcast(worker.broadcast()).subscriptions().describe(worker.subscription());
            return status == null ? 0 : status.backlog();
        } catch (RelayException e) {
            log.warn("Cannot ask for the backlog of '{}', asking again: {}", worker.subscription(), e.getMessage());
            return 1;
        }
    }

    private void report(Summary done) {
        log.info("Published {} earthquakes. Deliveries: {}", done.published(), done.counts());
        log.info("POST one more to /quakes, see /actuator/health and /actuator/prometheus, or press Ctrl-C");
        summary.complete(done);
    }
}
