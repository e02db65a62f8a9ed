package io.relaymq.benchmarks.edge;

import io.relaymq.Broadcast;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One run: an application of its own on a Redis of its own, its clients on one thread of this process. */
public final class EdgeRun implements AutoCloseable {

    private static final String HEAP = "-Xmx256m";
    private static final int WARM_UP_CLIENTS = 20;
    private static final int WARM_UP_MESSAGES = 500;
    private static final int AT_ONCE = 50; // connections that are being made; the queue of a listening socket is short
    private static final long LIMIT_SECONDS = 120;
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_ABSENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Crowd crowd;
    private final Load load;
    private final RedisServer redis;
    private final RelayClient relay;
    private final EdgeProcess application;
    private final Random random = new Random(42);

    private EdgeRun(Crowd crowd, Load load, RedisServer redis, WebServer server) throws IOException {
        this.crowd = crowd;
        this.load = load;
        this.redis = redis;
        this.relay = new RelayClient(redis, Work.NO_CAP);
        this.application = EdgeProcess.start(server, redis.port(), Load.HEARTBEAT, HEAP);
    }

    /** Makes one and ends it. */
    public static Outcome of(WebServer server, Crowd crowd, Load load) throws Exception {
        try (RedisServer redis = RedisServer.start(Durability.MEMORY);
                EdgeRun run = new EdgeRun(crowd, load, redis, server)) {
            return run.measured();
        }
    }

    private Outcome measured() throws Exception {
        Reading before = warmedUp();
        List<Member> members = crowd.of(load.clients());
        try (SseLoop clients = new SseLoop(application.port())) {
            connect(clients, members);
            int consumers = consumers();
            List<Integer> silent = clients.call(all -> all.stream()
                    .filter(client -> client.member().fate() == Fate.NEVER_READS)
                    .map(SseClient::localPort)
                    .toList());
            try (SilenceWatch watch = new SilenceWatch(application.port(), silent)) {
                Published published = publish(clients);
                Receipts receipts = awaitAll(clients);
                List<Reading> holding = List.of(published.begin(), published.middle(), application.read(true));
                Histogram nanos = clients.nanos();
                long end = System.nanoTime();
                Outcome.Silent cut = new Outcome.Silent(silent.size(), watch.held(), watch.longestSeconds());
                clients.closeClients();
                await("the last stream to end", () -> isAsBefore(before));
                double left = (System.nanoTime() - end) / 1e9;
                int consumersAfter = load.patient() ? consumersAfter() : -1;
                return new Outcome(
                        load,
                        members.size(),
                        receipts,
                        nanos,
                        published.cores(),
                        holding,
                        before,
                        application.read(true),
                        left,
                        cut,
                        consumers,
                        consumersAfter);
            }
        }
    }

    /** Classes are loaded, threads and connections are there. */
    private Reading warmedUp() throws Exception {
        Reading untouched = application.read(false);
        try (SseLoop clients = new SseLoop(application.port())) {
            connect(clients, crowd.warmUp(WARM_UP_CLIENTS));
            RelayClient.publish(broadcast(), WARM_UP_MESSAGES, number -> Crowd.warmUpMessage());
            await(
                    "the warm-up",
                    () -> clients.call(all -> all.stream().allMatch(client -> client.count() >= WARM_UP_MESSAGES)));
        }
        await("the warm-up to end", () -> application.read(false).streams() == untouched.streams());
        return application.read(true);
    }

    private void connect(SseLoop clients, List<Member> members) throws Exception {
        for (int from = 0; from < members.size(); from += AT_ONCE) {
            members.subList(from, Math.min(members.size(), from + AT_ONCE)).forEach(clients::add);
            await("clients to connect", () -> clients.call(all -> all.stream().allMatch(SseClient::isOpen)));
        }
        int streams = members.size(); // also of those that do not read the answer
        await("all streams to be open", () -> application.read(false).streams() == streams);
    }

    private record Published(Reading begin, Reading middle, double cores) {}

    /** Each message at its time, whatever became of the one before. */
    private Published publish(SseLoop clients) throws Exception {
        Pace pace = new Pace(broadcast(), load.perSecond());
        long life = (long) (load.messages() * 1e9 / load.perSecond());
        clients.kill(client -> death(life));
        pace.publish(load.warmUpMessages());
        Reading begin = application.read(true);
        clients.measure();
        double cpu = application.cpuSeconds();
        long from = System.nanoTime();
        pace.publish((load.messages() + load.warmUpMessages()) / 2);
        Reading middle = application.read(true);
        pace.publish(load.messages());
        double cores = (application.cpuSeconds() - cpu) / ((System.nanoTime() - from) / 1e9);
        pace.finish();
        return new Published(begin, middle, cores);
    }

    private SseLoop.Death death(long life) {
        long at = System.nanoTime() + (long) (random.nextDouble() * life);
        return new SseLoop.Death(at, at + (long) (random.nextDouble() * LONGEST_ABSENCE_NANOS));
    }

    /** Until all have all, or nothing comes any more. */
    private Receipts awaitAll(SseLoop clients) throws Exception {
        long[] progress = {-1, System.nanoTime()};
        await("what is on its way", () -> {
            Receipts now = receipts(clients);
            if (now.received() != progress[0]) {
                progress[0] = now.received();
                progress[1] = System.nanoTime();
            }
            return now.isComplete() || System.nanoTime() - progress[1] > QUIET_NANOS;
        });
        return receipts(clients);
    }

    private Receipts receipts(SseLoop clients) {
        return clients.call(all -> Receipts.of(all, crowd == Crowd.EVENTS, load.messages()));
    }

    private boolean isAsBefore(Reading before) throws IOException {
        Reading now = application.read(false);
        return now.streams() == before.streams() && now.sockets() <= before.sockets();
    }

    private int consumers() {
        return broadcast().subscriptions().names().stream()
                .map(name -> broadcast().subscriptions().describe(name))
                .mapToInt(status -> status == null ? 0 : status.consumers().size())
                .sum();
    }

    private int consumersAfter() throws Exception {
        await("the last consumer to leave", () -> consumers() == 0);
        return consumers();
    }

    private Broadcast broadcast() {
        return relay.broadcast(Crowd.BROADCAST);
    }

    /** Waits until it is so, or long enough. */
    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() > limit) {
                System.err.println("Waited " + LIMIT_SECONDS + " s in vain for " + what);
                return;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    @Override
    public void close() {
        application.close();
        relay.close();
    }
}
