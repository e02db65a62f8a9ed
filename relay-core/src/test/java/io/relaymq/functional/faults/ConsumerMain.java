package io.relaymq.functional.faults;

import io.lettuce.core.RedisClient;
import io.relaymq.Delivery;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A consumer in a JVM of its own. Says on standard output what its handler does; subjects tell the handler what to do:
 * {@code *.hold} waits for a line on standard input, {@code *.slow} at most a second for it, {@code *.poison} ends the JVM,
 * anything else returns at once.
 */
final class ConsumerMain {

    private ConsumerMain() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        RelayOptions options = RelayOptions.defaults().withNamespace(args[1]);
        Relay relay = RelayBuilder.forClient(RedisClient.create(args[0]))
                .options(options)
                .build();
        WorkerOptions worker = WorkerOptions.of("shared", ">")
                .concurrency(Integer.parseInt(args[2]))
                .lockDuration(Duration.ofMillis(Long.parseLong(args[3])))
                .stalledInterval(Duration.ofMillis(Long.parseLong(args[4])))
                .maxStalledCount(Integer.parseInt(args[5]))
                .build();
        boolean ready = relay.broadcast("events")
                .subscribe(worker, delivery -> handle(delivery, released))
                .awaitReady(Duration.ofSeconds(60));
        say(ready ? "ready" : "not ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            if (line.equals("release")) {
                released.countDown();
            } else {
                break;
            }
        }
        relay.close();
        Runtime.getRuntime().halt(0);
    }

    private static void handle(Delivery delivery, CountDownLatch released) throws InterruptedException {
        say("start " + delivery.id());
        if (delivery.subject().endsWith(".poison")) {
            Runtime.getRuntime().halt(1);
        }
        if (delivery.subject().endsWith(".hold")) {
            released.await();
        }
        if (delivery.subject().endsWith(".slow")) {
            var unused = released.await(1, TimeUnit.SECONDS);
        }
        say("end " + delivery.id());
    }

    @SuppressWarnings("SystemOut") // it is how the two JVMs speak
    private static synchronized void say(String line) {
        System.out.println("> " + line);
        System.out.flush();
    }
}
