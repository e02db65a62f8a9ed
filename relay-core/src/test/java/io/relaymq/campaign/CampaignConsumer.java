package io.relaymq.campaign;

import io.lettuce.core.RedisClient;
import io.relaymq.BroadcastWorker;
import io.relaymq.Delivery;
import io.relaymq.MessageHandler;
import io.relaymq.Relay;
import io.relaymq.bootstrap.RelayBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A worker for each subscription; logs {@code ready}, and {@code handled subscription number id attempt millis} as the last thing
 * that a handler does. Subjects tell the handler what to do: {@code *.poison} ends the JVM, {@code *.hang} hangs,
 * {@code *.hang-once} does so in its first attempt, {@code *.stuck} in its first attempt, and takes no notice of interrupts for 4 s.
 * SIGTERM closes it in an orderly way; at the end of standard input it ends.
 */
final class CampaignConsumer {

    private static final long FOR_GOOD = 600_000;

    private final LineLog log;
    private final CountDownLatch never = new CountDownLatch(1); // only an interrupt ends a wait early
    private final int handlerMillis;

    private CampaignConsumer(LineLog log, int handlerMillis) {
        this.log = log;
        this.handlerMillis = handlerMillis;
    }

    /** Arguments: uri, cap, milliseconds of a handler, their time-out, log. */
    public static void main(String[] args) throws Exception {
        LineLog log = new LineLog(Path.of(args[4]));
        CampaignConsumer consumer = new CampaignConsumer(log, Integer.parseInt(args[2]));
        Relay relay = RelayBuilder.forClient(RedisClient.create(args[0]))
                .options(Setup.relay(Long.parseLong(args[1])))
                .build();
        MessageHandler handler = consumer::handle;
        List<BroadcastWorker> workers = Setup.SUBSCRIPTIONS.keySet().stream()
                .map(name -> relay.broadcast(Setup.BROADCAST)
                        .subscribe(Setup.worker(name, Integer.parseInt(args[3])), handler))
                .toList();
        Runtime.getRuntime().addShutdownHook(new Thread(relay::close));
        if (workers.stream().allMatch(worker -> worker.awaitReady(Duration.ofSeconds(60)))) {
            log.line("ready");
        }
        while (System.in.read() >= 0) {
            // nobody says anything: the end is all that counts
        }
        System.exit(0); // without effect while SIGTERM, which ends standard input too, closes it already
    }

    private void handle(Delivery delivery) throws InterruptedException {
        boolean first = delivery.attempt() == 1;
        switch (delivery.subject().substring(delivery.subject().lastIndexOf('.') + 1)) {
            case "poison" -> Runtime.getRuntime().halt(1);
            case "hang" -> await(FOR_GOOD);
            case "hang-once" -> await(first ? FOR_GOOD : 0);
            case "stuck" -> hold(first ? 4_000 : 0);
            default -> await(handlerMillis);
        }
        log.line(
                "handled",
                delivery.subscription(),
                delivery.payload(Long.class),
                delivery.id(),
                delivery.attempt(),
                System.currentTimeMillis());
    }

    private void await(long millis) throws InterruptedException {
        var unused = never.await(millis, TimeUnit.MILLISECONDS);
    }

    private static void hold(long millis) {
        long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        while (end - System.nanoTime() > 0) {
            LockSupport.parkNanos(1_000_000);
            var unused = Thread.interrupted();
        }
        if (millis > 0) {
            throw new IllegalStateException("was stuck");
        }
    }
}
