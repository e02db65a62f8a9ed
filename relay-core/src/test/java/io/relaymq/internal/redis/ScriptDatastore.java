package io.relaymq.internal.redis;

import io.relaymq.internal.lease.model.Datastore;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Failure;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.KeepRequest;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Publication;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.SweepRequest;
import io.relaymq.internal.store.Swept;
import io.relaymq.internal.store.Taken;
import io.relaymq.internal.store.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The real scripts on a real server, but for the time: the test's clock comes as a second key, and ids are made from it as
 * the server makes them from its own.
 */
public final class ScriptDatastore implements Datastore {

    private static final String CLOCK = """
            local function now() return tonumber(KEYS[2]) end
            local function next_id()
              local info, last = redis.pcall('XINFO', 'STREAM', KEYS[1] .. 'log'), '0-0'
              for i = 1, info.err and 0 or #info, 2 do
                if info[i] == 'last-generated-id' then last = info[i + 1] end
              end
              local ms, seq = string.match(last, '^(%d+)-(%d+)$')
              if now() > tonumber(ms) then return KEYS[2] .. '-0' end
              return ms .. '-' .. string.format('%.0f', seq + 1)
            end
            """;
    private static final Map<Script, byte[]> LOADED = new ConcurrentHashMap<>();
    private static final String REAL_ID = "'*', 's', s";
    private static final byte[] DUMP = Arguments.bytes(TestBroadcast.resource("dump.lua"));
    private static final Pattern DEAD = Pattern.compile("dead:(\\S+) \\* i=(\\S+) .*cause=(\\S+) .*");
    private static final Pattern DUE = Pattern.compile("due:(\\S+) (\\S+) @ (\\S+)");
    private static final Pattern COMPARED = Pattern.compile("(log|inbox|wait|due|taken|tries|dead|flight|stats)\\b.*");

    private final Wire redis;
    private final LongSupplier clock;
    private final RedisKeys keys;
    private final Map<byte[], byte[]> replica = new HashMap<>();
    private String nonce = "";
    private String lastId = "0-0";

    private ScriptDatastore(Server server, String name, LongSupplier clock) {
        this.redis = server.wire();
        this.clock = clock;
        this.keys = new RedisKeys("model", name);
    }

    /** On the first server at hand, under a name of its own. */
    public static Datastore named(String name, LongSupplier clock) {
        return new ScriptDatastore(Server.all().findFirst().orElseThrow(), name, clock);
    }

    private static String source(Script script) {
        Map<String, String> own = Map.of(
                "lib/clock.lua",
                CLOCK,
                "publish.lua",
                "--@include clock\n" + withIdsOfTheClock("publish.lua"),
                "lib/publishing.lua",
                withIdsOfTheClock("lib/publishing.lua"));
        return new ScriptSource(name -> own.containsKey(name) ? own.get(name) : TestBroadcast.resource(name))
                .load(script.fileName());
    }

    private static String withIdsOfTheClock(String file) {
        String text = TestBroadcast.resource(file);
        if (!text.contains(REAL_ID)) {
            throw new IllegalStateException(file + " makes its ids in another way: " + REAL_ID + " is not there");
        }
        return text.replace(REAL_ID, "next_id(), 's', s");
    }

    private Reply run(Script script, Arguments arguments) {
        List<byte[]> all = new ArrayList<>();
        all.add(LOADED.computeIfAbsent(script, this::load));
        all.add(Arguments.bytes("2"));
        all.add(keys.prefix());
        all.add(Arguments.bytes(Long.toString(clock.getAsLong())));
        all.addAll(List.of(arguments.toArray()));
        Object reply = Objects.requireNonNull(redis.call("EVALSHA", all));
        return new Reply(reply instanceof List<?> list ? list : List.of(reply));
    }

    private byte[] load(Script script) {
        byte[] source = Arguments.bytes(source(script));
        return (byte[]) Objects.requireNonNull(redis.call("SCRIPT", List.of(Arguments.bytes("LOAD"), source)));
    }

    private @Nullable Object call(String command, Object... arguments) {
        return redis.call(
                command,
                Stream.of(arguments)
                        .map(one -> one instanceof byte[] raw ? raw : Arguments.bytes(one.toString()))
                        .toList());
    }

    @Override
    public String open(String random, long cap) {
        nonce = random;
        run(Script.DECLARE, new Arguments().add(random).add(cap == 0 ? "" : cap + " 0 drop"));
        Arguments arguments = new Arguments()
                .add(SUBSCRIPTION)
                .add(random)
                .add("")
                .add("shared")
                .add("$")
                .add("")
                .add("")
                .add("orders.*");
        return Replies.subscribed(run(Script.SUBSCRIBE, arguments)).epoch();
    }

    @Override
    public Published publish(boolean wanted) {
        Arguments arguments = new Arguments()
                .add("")
                .add(nonce)
                .add("")
                .add(1)
                .add(wanted ? WANTED : UNWANTED)
                .add("")
                .add("")
                .add("")
                .add("");
        Publication reply = Replies.publication(run(Script.PUBLISH, arguments), "", List.of());
        Publication.Appended appended = reply.appended().get(0);
        lastId = appended.id();
        long drops = reply.unreadDrops().getOrDefault(SUBSCRIPTION, 0L);
        return new Published(appended.id(), appended.copies(), reply.trimmed(), drops);
    }

    @Override
    public List<Entry> read(int count) {
        byte[] inbox = keys.inbox(SUBSCRIPTION);
        Object reply = call("XREADGROUP", "GROUP", "relay", "relay", "COUNT", count, "NOACK", "STREAMS", inbox, ">");
        List<Entry> entries = new ArrayList<>();
        if (reply instanceof List<?> streams) {
            Reply read = new Reply(streams).list(0).list(1);
            for (int i = 0; i < read.size(); i++) {
                Reply fields = read.list(i).list(1); // s subject d data h headers
                entries.add(new Entry(read.list(i).text(0), fields.text(1), fields.bytes(5), fields.bytes(3), 0));
            }
        }
        return entries;
    }

    @Override
    public Kept keep(KeepRequest request) {
        Arguments arguments = new Arguments()
                .add(request.holder())
                .add(request.number())
                .add(request.lockMillis())
                .add(request.clean())
                .add(request.cleanRun())
                .add(request.tokens());
        return Replies.kept(run(Script.KEEP, arguments));
    }

    @Override
    public Taken take(Holder holder, int limit, long lockMillis, boolean holdsSuspect) {
        Arguments arguments =
                new Arguments().add(holder).add(limit).add(lockMillis).add(holdsSuspect ? 1 : 0);
        return Replies.taken(run(Script.TAKE, arguments));
    }

    @Override
    public Swept sweep(SweepRequest request) {
        Arguments arguments = new Arguments()
                .add(request.subscription())
                .add(request.epoch())
                .add(request.lockMillis())
                .add(request.limit())
                .add(request.maxStalledCount())
                .add(request.intervalMillis())
                .add(request.maxDeadLetters());
        return Replies.swept(run(Script.SWEEP, arguments));
    }

    @Override
    public Settled settle(Holder holder, List<Token> tokens) {
        Arguments arguments = new Arguments().add(holder).add("acked").add(0).addAll(tokens);
        Settled reply = Replies.settled(run(Script.SETTLE, arguments), tokens.size());
        return new Settled(reply.joined(), reply.done(), reply.late());
    }

    @Override
    public Settled fail(Holder holder, Failure failure) {
        Long delay = failure.delayMillis();
        Arguments arguments = new Arguments()
                .add(holder)
                .add(failure.token().text())
                .add(delay == null ? "" : Long.toString(delay))
                .add(failure.cause())
                .add(failure.detail())
                .add(failure.spent() ? 1 : 0)
                .add(failure.maxDeadLetters());
        return Replies.failed(run(Script.FAIL, arguments));
    }

    @Override
    public Settled release(Holder holder, List<Token> tokens) {
        return Replies.released(
                run(Script.RELEASE, new Arguments().add(holder).add(0).addAll(tokens)));
    }

    @Override
    public void leave(Holder holder) {
        call("HDEL", keys.flight(holder.subscription()), holder.consumer());
    }

    // ---- the replica, and what is stored

    private List<byte[]> all() {
        String pattern = TestBroadcast.show(keys.prefix()) + "*";
        return redis.list("KEYS", List.of(Arguments.bytes(pattern))).stream()
                .map(key -> (byte[]) key)
                .toList();
    }

    @Override
    public void snapshot() {
        replica.clear();
        all().forEach(key -> replica.put(key, (byte[]) Objects.requireNonNull(call("DUMP", key))));
    }

    @Override
    public void failover() {
        close();
        replica.forEach((key, value) -> call("RESTORE", key, 0, value));
        byte[] log = Arguments.bytes(TestBroadcast.show(keys.prefix()) + "log");
        if (Objects.equals(call("EXISTS", log), 0L)) {
            call("XGROUP", "CREATE", log, "none", "$", "MKSTREAM");
            call("XGROUP", "DESTROY", log, "none");
        }
        call("XSETID", log, lastId);
    }

    @Override
    public SortedSet<String> state() {
        SortedSet<String> shown = new TreeSet<>();
        for (Object line : redis.list("EVAL", List.of(DUMP, Arguments.bytes("1"), keys.prefix()))) {
            String text = TestBroadcast.show(line);
            if (COMPARED.matcher(text).matches()) {
                shown.add(simplified(text));
            }
        }
        return shown;
    }

    private static String simplified(String line) {
        Matcher dead = DEAD.matcher(line);
        if (dead.matches()) {
            return "dead:" + dead.group(1) + " " + dead.group(2) + " " + dead.group(3);
        }
        Matcher due = DUE.matcher(line);
        return due.matches()
                ? "due:" + due.group(1) + " " + due.group(2) + " @ " + Double.parseDouble(due.group(3))
                : line;
    }

    @Override
    public void close() {
        all().forEach(key -> call("DEL", key));
    }
}
