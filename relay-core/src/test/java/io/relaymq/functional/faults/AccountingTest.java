package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.RetryPolicy;
import io.relaymq.Seed;
import io.relaymq.StartFrom;
import io.relaymq.SubjectMatcher;
import io.relaymq.SubscriptionCounters;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens, each message that a subscription was to get is in one place: acked, dead, dropped unread, expired, or
 * still there.
 */
class AccountingTest {

    private static final Duration RUN = Duration.ofSeconds(15);
    private static final List<String> NAMES = List.of("fast", "slow", "failing", "paused", "abandoned", "late");
    private static final List<String> LIVE = List.of("fast", "slow", "failing", "paused", "late");
    private static final List<List<String>> PATTERNS = List.of(
            List.of(">"),
            List.of("n.*.even"),
            List.of("n.>", "!n.*.odd"),
            List.of("n.#.odd", "m.>"),
            List.of("m.*.even", "n.1.#"));

    final Fixture fixture = new Fixture(Servers.any());
    final Random random = Seed.random("AccountingTest");
    final Relay admin = fixture.relay(options -> options.withMaxMessages(500));
    final List<Process> processes = new ArrayList<>();

    /** Publishes hold the read lock; who holds the write lock sees the log stand still. */
    final ReadWriteLock publishing = new ReentrantReadWriteLock();

    final Map<String, String> subjectById = new ConcurrentHashMap<>();
    final Map<String, List<Wanted>> wanted = new ConcurrentHashMap<>();
    final Map<String, Set<String>> handled = new ConcurrentHashMap<>();
    volatile boolean stop;

    /** What a subscription wants of the messages after one, up to the next such entry. */
    private record Wanted(String after, List<String> patterns) {}

    /** A process that consumes, behind a link of its own. */
    private record Process(FaultyLink link, Relay relay) {}

    @AfterEach
    void close() {
        stop = true;
        processes.forEach(one -> one.link().pass());
        fixture.close();
        processes.forEach(one -> one.link().close());
    }

    @Test
    void every_message_for_a_subscription_is_acked_or_dead_or_dropped_or_expired_or_still_there() throws Exception {
        for (String name : List.of("fast", "slow", "failing", "paused", "abandoned")) {
            List<String> patterns = somePatterns();
            admin.broadcast("events").subscriptions().create(name, patterns, StartFrom.latest());
            note(name, "0-0", patterns);
        }
        addProcess();
        addProcess();
        List<Thread> publishers = List.of(publisher(random.nextLong()), publisher(random.nextLong()));
        publishers.forEach(Thread::start);

        long end = System.nanoTime() + RUN.toNanos();
        for (int step = 0; System.nanoTime() < end; step++) {
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(50, 400)).toNanos());
            step(step);
        }
        stop = true;
        for (Thread publisher : publishers) {
            publisher.join();
        }
        admin.broadcast("events").subscriptions().resume("paused");

        for (String name : LIVE) {
            await(name).atMost(Duration.ofSeconds(60)).until(() -> status(name).backlog() == 0);
        }
        assertAccounts();
        assertThat(status("abandoned").unreadDrops()).isPositive();
        assertThat(status("failing").counters().deadLettered()).isPositive();
        assertThat(LIVE.stream()
                        .mapToLong(name -> status(name).counters().expired())
                        .sum())
                .isPositive();
    }

    private void step(int step) throws Exception {
        publishing.writeLock().lock();
        try {
            switch (step == 5 ? 9 : random.nextInt(10)) {
                case 0, 1, 2 -> changePatterns(NAMES.get(random.nextInt(NAMES.size())));
                case 3 -> declareCap(random.nextInt(20, 800));
                case 4 -> admin.broadcast("events").subscriptions().pause("paused");
                case 5 -> admin.broadcast("events").subscriptions().resume("paused");
                case 6 -> crash();
                case 7, 8 -> cut();
                default -> createLate();
            }
            assertAccounts();
        } finally {
            publishing.writeLock().unlock();
        }
    }

    // ---- what happens

    private void changePatterns(String name) {
        List<String> patterns = somePatterns();
        if (admin.broadcast("events").subscriptions().changePatterns(name, patterns)) {
            note(name, newest(), patterns);
        }
    }

    /** As another application that was configured otherwise does. */
    private void declareCap(int cap) {
        try (Relay other = fixture.relay(options -> options.withMaxMessages(cap))) {
            other.broadcast("events").subscriptions().names();
        }
    }

    /** A process is gone without a word: nothing of it gets through any more. Another one starts. */
    private void crash() {
        Process gone = processes.get(processes.size() - 1 - random.nextInt(2));
        gone.link().refuse();
        gone.link().cut();
        processes.remove(gone);
        processes.add(0, gone);
        addProcess();
    }

    private void cut() {
        processes.get(processes.size() - 1).link().cut();
    }

    private void createLate() {
        if (wanted.containsKey("late")) {
            return;
        }
        List<String> patterns = somePatterns();
        List<String> history = fixture.redis().xrange(fixture.key("log"), Range.unbounded(), Limit.from(1)).stream()
                .map(entry -> entry.getId())
                .toList();
        assertThat(admin.broadcast("events").subscriptions().create("late", patterns, StartFrom.earliest()))
                .isTrue();
        note("late", history.isEmpty() ? newest() : before(history.get(0)), patterns);
        processes.stream().skip(Math.max(0, processes.size() - 2)).forEach(one -> work(one, "late"));
    }

    private void addProcess() {
        FaultyLink link = FaultyLink.to(Servers.any());
        Process process = new Process(
                link,
                fixture.relay(
                        fixture.newClient(link.uri()),
                        options -> options.withMaxMessages(500).withCommandTimeout(Duration.ofSeconds(2))));
        processes.add(process);
        LIVE.stream().filter(wanted::containsKey).forEach(name -> work(process, name));
    }

    private void work(Process process, String name) {
        List<String> patterns = current(name);
        WorkerOptions options = WorkerOptions.of(name, patterns)
                .concurrency(name.equals("slow") ? 2 : 4)
                .maxAttempts(3)
                .maxStalledCount(2)
                .retryPolicy(RetryPolicy.exponential(Duration.ofMillis(20), 3, Duration.ofMillis(400), 0.5))
                .handlerTimeout(Duration.ofMillis(150))
                .lockDuration(Duration.ofMillis(900))
                .stalledInterval(Duration.ofMillis(200))
                .build();
        BroadcastWorker worker = process.relay().broadcast("events").subscribe(options, this::handle);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
    }

    private void handle(Delivery delivery) throws Exception {
        handled.computeIfAbsent(delivery.subscription(), name -> ConcurrentHashMap.newKeySet())
                .add(delivery.id());
        int dice = Math.floorMod((delivery.id() + delivery.attempt()).hashCode(), 100);
        switch (delivery.subscription()) {
            case "slow" -> LockSupport.parkNanos(Duration.ofMillis(dice % 40).toNanos());
            case "failing" -> {
                if (dice < 60) {
                    throw new IllegalStateException("not now");
                }
            }
            default -> {
                if (dice == 0) {
                    LockSupport.parkNanos(Duration.ofMillis(300).toNanos()); // out of time
                } else if (dice < 5) {
                    throw new IllegalStateException("not now");
                }
            }
        }
    }

    private Thread publisher(long seed) {
        Relay relay = fixture.relay(fixture.newClient(Servers.any().uri()), options -> options.withMaxMessages(500));
        Random own = new Random(seed);
        return new Thread(() -> {
            Broadcast events = relay.broadcast("events");
            while (!stop) {
                publishing.readLock().lock();
                try {
                    List<Message> messages = Stream.generate(() -> someMessage(own))
                            .limit(own.nextInt(5) == 0 ? own.nextInt(1, 120) : 1)
                            .toList();
                    for (PublishResult result : events.publishAll(messages)) {
                        subjectById.putIfAbsent(result.id(), result.subject()); // of a duplicate the first one's holds
                    }
                } finally {
                    publishing.readLock().unlock();
                }
                LockSupport.parkNanos(Duration.ofMillis(own.nextInt(1, 12)).toNanos());
            }
        });
    }

    private static Message someMessage(Random random) {
        int subject = random.nextInt(40);
        Message message =
                Message.of((subject < 30 ? "n." : "m.") + subject % 7 + (subject % 2 == 0 ? ".even" : ".odd"), "x");
        if (random.nextInt(3) == 0) {
            message = message.withTimeToLive(Duration.ofMillis(random.nextInt(1, 600)));
        }
        // a key always names the same subject
        return random.nextInt(3) == 0 ? message.withIdempotencyKey(message.subject() + random.nextInt(300)) : message;
    }

    // ---- what must hold

    private void assertAccounts() {
        for (String name : NAMES) {
            if (!wanted.containsKey(name)) {
                continue;
            }
            Set<String> matching = matching(name);
            SubscriptionStatus status = status(name);
            SubscriptionCounters counters = status.counters();
            long settled = counters.acked() + counters.deadLettered() + counters.unreadDrops() + counters.expired();
            assertThat(settled + uncopied(name) + status.backlog())
                    .as("%s: of %d matching, %s", name, matching.size(), status)
                    .isEqualTo(matching.size());
            Set<String> run = new HashSet<>(handled.getOrDefault(name, Set.of()));
            assertThat(matching).as(name).containsAll(run);
            assertThat(counters.unreadDrops())
                    .as("%s: dropped, of those never handled", name)
                    .isLessThanOrEqualTo(matching.size() - run.size());
        }
    }

    /** What its history still has to be copied of. */
    private long uncopied(String name) {
        String[] row =
                requireNonNull(fixture.redis().hget(fixture.key("subs"), name)).split(" ");
        if (!row[2].equals("copying")) {
            return 0;
        }
        return matching(name).stream()
                .filter(id -> ORDER.compare(id, row[4]) > 0)
                .filter(id -> !fixture.redis()
                        .xrange(fixture.key("log"), Range.create(id, id))
                        .isEmpty())
                .count();
    }

    private Set<String> matching(String name) {
        List<Wanted> versions = requireNonNull(wanted.get(name));
        Map<List<String>, SubjectMatcher> matchers = new HashMap<>();
        Set<String> matching = new HashSet<>();
        new TreeMap<>(subjectById).forEach((id, subject) -> {
            List<String> patterns = null;
            for (Wanted one : versions) {
                patterns = ORDER.compare(id, one.after()) > 0 ? one.patterns() : patterns;
            }
            if (patterns != null
                    && matchers.computeIfAbsent(patterns, SubjectMatcher::compile)
                            .matches(subject)) {
                matching.add(id);
            }
        });
        return matching;
    }

    private static final Comparator<String> ORDER =
            Comparator.<String>comparingLong(id -> part(id, 0)).thenComparingLong(id -> part(id, 1));

    private static long part(String id, int index) {
        return Long.parseLong(id.split("-")[index]);
    }

    private static String before(String id) {
        return part(id, 1) > 0 ? part(id, 0) + "-" + (part(id, 1) - 1) : part(id, 0) - 1 + "-" + Long.MAX_VALUE;
    }

    private String newest() {
        return subjectById.keySet().stream().max(ORDER).orElse("0-0");
    }

    private void note(String name, String after, List<String> patterns) {
        wanted.computeIfAbsent(name, one -> new ArrayList<>()).add(new Wanted(after, patterns));
    }

    private List<String> current(String name) {
        List<Wanted> versions = requireNonNull(wanted.get(name));
        return versions.get(versions.size() - 1).patterns();
    }

    private List<String> somePatterns() {
        return PATTERNS.get(random.nextInt(PATTERNS.size()));
    }

    private SubscriptionStatus status(String name) {
        return requireNonNull(admin.broadcast("events").subscriptions().describe(name));
    }
}
